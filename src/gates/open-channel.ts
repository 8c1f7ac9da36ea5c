import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { recordPipe } from '#host/record-pipe.ts';
import { type Channel, PIPE } from './tree-runner.ts';

export interface OpenChannel extends AsyncDisposable {
  readonly mount: Mount;
  /** After the run has ended: everything that was written. */
  hear(): Promise<string | null>;
}

export async function openChannel({ at, files }: Channel, scratch: string): Promise<OpenChannel> {
  const folder = await mkdtemp(join(scratch, 'channel-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const pipe = await recordPipe(folder, PIPE);
  let heard: Promise<string | null> | undefined;
  const hear = (): Promise<string | null> => {
    heard ??= pipe.end().then(({ text, overflow }) => (overflow ? null : text));
    return heard;
  };
  return {
    mount: { from: folder, at },
    hear,
    [Symbol.asyncDispose]: async () => {
      await hear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
