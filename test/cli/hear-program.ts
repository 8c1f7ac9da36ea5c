import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface HeardProgram {
  readonly ended: Promise<Ended>;
  /** Resolves when stdout or stderr holds the text. */
  says(text: string): Promise<void>;
  /** What stdout holds so far. */
  said(): string;
}

/** What a program prints while it runs, and how it ends. */
export function hearProgram(child: ChildProcessWithoutNullStreams): HeardProgram {
  const said = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const hear = (stream: 'out' | 'err') => (chunk: Buffer) => {
    said[stream] += chunk.toString('utf8');
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear('out'));
  child.stderr.on('data', hear('err'));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return {
    ended,
    said: () => said.out,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (said.out.includes(text) || said.err.includes(text)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(({ out, err }) => reject(new Error(`it ended without saying ${text}:\n${out}\n${err}`)));
      }),
  };
}
