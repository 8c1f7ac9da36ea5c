import { z } from 'zod';

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The models a server lists (`GET /models`); undefined where none answers in time or it is something else. */
export async function listModels(baseUrl: string, timeoutMs = 500): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const read = Listed.safeParse(await response.json());
    return read.success ? read.data.data.map(({ id }) => id) : undefined;
  } catch {
    // Nothing listens there, or it is no model server: either way it cannot be used.
    return undefined;
  }
}
