import { AssayError } from '#contracts/errors.ts';

const LONGEST = 512 * 1024;
const NOTICE_MS = 2_000;

/** All piped input; empty on a terminal. */
export async function readPiped(stdin: NodeJS.ReadStream, tell: (line: string) => void): Promise<string> {
  if (stdin.isTTY) return '';
  const notice = setTimeout(tell, NOTICE_MS, 'reading standard input until it ends …');
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > LONGEST) {
        throw new AssayError('USAGE', `more than ${LONGEST / 1024} KB are piped in`, {
          next: 'Cut it down, or let the agent read it from a file of the project.',
        });
      }
      chunks.push(bytes);
    }
  } finally {
    clearTimeout(notice);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
}
