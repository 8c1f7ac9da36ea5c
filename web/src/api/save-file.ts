import { ApiError } from '#contracts/http/call-route.ts';
import { Failure } from '#contracts/http/failure.ts';
import { askForKey } from './key.ts';

/** Lets the browser save a file of the server. Not a plain link: a link cannot send a key. */
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await askForKey(path);
  if (!response.ok) {
    const failure = Failure.safeParse(await response.json().catch(() => null));
    const { code, message } = failure.data?.error ?? {
      code: 'UNEXPECTED',
      message: `The server answered with status ${response.status}.`,
    };
    throw new ApiError(response.status, code, message);
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // After the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
