import type { Entry } from '../entries.ts';
import { eachTestFile } from './edits.ts';

interface Language {
  readonly files: RegExp;
  /** What begins a test. */
  readonly begins: RegExp;
  readonly mark: (line: string, entry: Entry) => string;
  /** For files that do not load: what leaves the whole of it out. */
  readonly whole?: string;
}

const indent = (line: string): string => /^\s*/.exec(line)?.[0] ?? '';

const LANGUAGES: readonly Language[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    begins: /^\s*(it|test|t\.test|describe|suite)(\.each|\.serial)?\s*[(`]/,
    mark: (line) =>
      line.replace(/\b(t\.test|it|test|describe|suite)\b/, (name) => (name === 't.test' ? 't.skip' : `${name}.skip`)),
  },
  {
    files: /\.py$/,
    begins: /^\s*(async )?def test/,
    mark: (line, { runner }) => {
      const how =
        runner === 'unittest'
          ? '@__import__("unittest").skip("later")'
          : '@__import__("pytest").mark.skip(reason="later")';
      return `${indent(line)}${how}\n${line}`;
    },
    whole: 'import pytest\npytest.skip("later", allow_module_level=True)\n',
  },
  {
    files: /\.go$/,
    begins: /^func Test\w+\(\w+ \*testing\.T\) \{/,
    mark: (line) => `${line}\n\t${/\((\w+) \*testing/.exec(line)?.[1] ?? 't'}.Skip("later")`,
    whole: '//go:build never\n\n',
  },
  {
    files: /\.rs$/,
    begins: /^\s*#\[(\w+::)?test\]/,
    mark: (line) => `${line}\n${indent(line)}#[ignore]`,
    whole: '#![cfg(any())]\n',
  },
];

/** The tests that the commit brought or changed are skipped; a file that does not load is left out whole. */
export function skip(entry: Entry, folder: string): string | null {
  const count = eachTestFile(entry, folder, (lines, added, path) => {
    const language = LANGUAGES.find(({ files }) => files.test(path));
    if (language === undefined) return 0;
    if (entry.redKind === 'load' && language.whole !== undefined) {
      lines[0] = language.whole + (lines[0] ?? '');
      return 1;
    }
    const marked = new Set([...added].map((line) => begunAt(lines, line, language.begins)).filter((line) => line >= 0));
    for (const line of marked) lines[line] = language.mark(lines[line] ?? '', entry);
    return marked.size;
  });
  return count === 0 ? null : `${count} tests skipped`;
}

function begunAt(lines: readonly string[], from: number, begins: RegExp): number {
  for (let line = from; line >= 0; line--) if (begins.test(lines[line] ?? '')) return line;
  return -1;
}
