import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkPrograms } from './check-programs.ts';

it('finds the programs that do not parse, and where', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-programs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const programs: Readonly<Record<string, string>> = {
    'good.py': 'def f():\n    return 1\n',
    'bad.py': 'x = 1\ndef f(:\n',
    'good.go': 'package __NAME__\n\nfunc __KEY__n() int { return 1 }\n',
    'part.go': 'var n int\n\nfunc f() int { return 1 }\n',
    'bad.go': 'package p\n\nfunc f( {\n}\n',
    'good.rs': '#[allow(warnings)] fn __KEY___put(record: &str) { let _ = record; }\n',
    'bad.rs': 'fn f() {\n    let = 3\n}\n',
    'bad.rb': 'def f\n  1 +\n',
    'bad.php': '<?php\nfunction f( {\n',
  };
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(root, name), text);
  const problems = await checkPrograms(root, [...Object.keys(programs), 'text.md']);
  const found = new Set(problems.map((problem) => problem.split(':')[0]));
  expect([...found]).toEqual(['bad.py', 'bad.go', 'bad.rs', 'bad.rb', 'bad.php']);
  expect(problems[0]).toMatch(/^bad\.py:2: /);
});
