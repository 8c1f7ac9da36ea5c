import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Independent parsers: those of Python's standard library, in one process for any number of documents. */
export interface PythonParsers {
  /** What is wrong with the text, or undefined. */
  complaint(format: string, text: string): Promise<string | undefined>;
  close(): void;
}

export const hasPython = spawnSync('python3', ['-c', 'import tomllib']).status === 0;

export function startPythonParsers(): PythonParsers {
  const child = spawn('python3', [join(import.meta.dirname, 'fixtures', 'validate.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  child.once('exit', (code) => {
    for (const tell of waiting.splice(0)) tell(`the parsers ended with code ${code}`);
  });
  return {
    complaint: (format, text) =>
      new Promise((resolve) => {
        waiting.push((line) => resolve(line === 'ok' ? undefined : line));
        const bytes = Buffer.from(text);
        child.stdin.write(`${format} ${bytes.length}\n`);
        child.stdin.write(bytes);
      }),
    close: () => child.stdin.end(),
  };
}
