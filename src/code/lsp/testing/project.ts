import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files, gone when the test ends. */
export function project(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-code-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export const TYPESCRIPT = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }',
  'package.json': '{ "type": "module" }',
  'stack.ts': `/** A stack. */
export class Stack<T> {
  private items: T[] = [];
  push(item: T): void {
    check(item);
    this.items.push(item);
  }
}
function check(item: unknown): void {}
`,
  'use.ts': `import { Stack } from './stack.js';
export function fill(): Stack<number> {
  const s = new Stack<number>();
  s.push(1);
  return s;
}
export const wrong: string = 1;
`,
};

export const PYTHON = {
  'stack.py': `class Stack:
    """A stack."""

    def push(self, item: int) -> None:
        check(item)


def check(item: int) -> None:
    pass
`,
  'use.py': `from stack import Stack


def fill() -> Stack:
    s = Stack()
    s.push(1)
    return s


wrong: str = 1
`,
};
