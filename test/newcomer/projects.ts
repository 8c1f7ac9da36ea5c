export interface NewcomerProject {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Earlier work of its owner: dependencies are installed, as in any checkout. */
  readonly install: string;
  /** How the simulated engineer writes it. */
  readonly test: { readonly path: string; readonly text: string };
  readonly blind: { readonly path: string; readonly text: string; readonly names: readonly string[] };
  readonly code: { readonly path: string; readonly text: string };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const CODE = (types: boolean): string => `/** Reads a calendar date such as 2026-02-28. */
export function parseDate(text${types ? ': string' : ''})${types ? ': Date' : ''} {
  const [, year, month, day] = /^(\\d{4})-(\\d{2})-(\\d{2})$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1) throw new RangeError(\`no calendar date: \${text}\`);
  return date;
}
`;

const TEST = (from: string, titles: readonly [string, string]): string => `import { expect, it } from 'vitest';
import { parseDate } from '${from}';

it('${titles[0]}', () => {
  const date = parseDate('2026-02-28');
  expect([date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]).toEqual([2026, 1, 28]);
  expect(parseDate('1999-12-31').toISOString()).toBe('1999-12-31T00:00:00.000Z');
});

it('${titles[1]}', () => {
  expect(() => parseDate('2026-02-30')).toThrow(RangeError);
  expect(() => parseDate('2026-13-01')).toThrow(RangeError);
  expect(() => parseDate('x2026-02-28')).toThrow(RangeError);
  expect(() => parseDate('2026-02-28x')).toThrow(RangeError);
});
`;

const TITLES = ['reads a calendar date', 'refuses a day that does not exist'] as const;
const BLIND = ['reads what the plan reads', 'refuses what the plan refuses'] as const;
const VITEST = { vitest: '^4.0.0' };

export const PROJECTS: readonly NewcomerProject[] = [
  {
    name: 'JavaScript with vitest',
    files: {
      'package.json': json({
        name: 'dates',
        version: '1.0.0',
        type: 'module',
        scripts: { test: 'vitest run', check: 'node --check src/index.js' },
        devDependencies: VITEST,
      }),
      '.gitignore': 'node_modules\n',
      'src/index.js': `export const WEEK = 7;\n`,
      'test/index.test.js': `import { expect, it } from 'vitest';\nimport { WEEK } from '../src/index.js';\n\nit('has seven days', () => expect(WEEK).toBe(7));\n`,
    },
    install: 'npm install --no-audit --no-fund',
    test: { path: 'test/parse-date.test.js', text: TEST('../src/parse-date.js', TITLES) },
    blind: { path: 'test/parse-date.blind.test.js', text: TEST('../src/parse-date.js', BLIND), names: BLIND },
    code: { path: 'src/parse-date.js', text: CODE(false) },
  },
  {
    name: 'TypeScript monorepo',
    files: {
      'package.json': json({
        name: 'calendar',
        private: true,
        type: 'module',
        workspaces: ['packages/*'],
        scripts: { test: 'npm test --workspaces', typecheck: 'tsc --noEmit -p .' },
        devDependencies: { ...VITEST, typescript: '^5.9.0' },
      }),
      'tsconfig.json': json({
        compilerOptions: {
          strict: true,
          module: 'nodenext',
          target: 'es2022',
          noEmit: true,
          skipLibCheck: true,
          types: [],
        },
        include: ['packages/*/src'],
      }),
      '.gitignore': 'node_modules\n',
      'packages/dates/package.json': json({
        name: '@calendar/dates',
        version: '1.0.0',
        type: 'module',
        exports: './src/index.ts',
        scripts: { test: 'vitest run' },
      }),
      'packages/dates/src/index.ts': 'export const WEEK: number = 7;\n',
      'packages/dates/test/index.test.ts': `import { expect, it } from 'vitest';\nimport { WEEK } from '../src/index.ts';\n\nit('has seven days', () => expect(WEEK).toBe(7));\n`,
      'packages/print/package.json': json({
        name: '@calendar/print',
        version: '1.0.0',
        type: 'module',
        exports: './src/index.ts',
        scripts: { test: 'vitest run' },
        dependencies: { '@calendar/dates': '1.0.0' },
      }),
      'packages/print/src/index.ts': `import { WEEK } from '@calendar/dates';\n\nexport const line = (): string => '-'.repeat(WEEK);\n`,
      'packages/print/test/index.test.ts': `import { expect, it } from 'vitest';\nimport { line } from '../src/index.ts';\n\nit('is as long as a week', () => expect(line()).toHaveLength(7));\n`,
    },
    install: 'npm install --no-audit --no-fund',
    test: { path: 'packages/dates/test/parse-date.test.ts', text: TEST('../src/parse-date.ts', TITLES) },
    blind: {
      path: 'packages/dates/test/parse-date.blind.test.ts',
      text: TEST('../src/parse-date.ts', BLIND),
      names: BLIND,
    },
    code: { path: 'packages/dates/src/parse-date.ts', text: CODE(true) },
  },
  {
    name: 'Python with pytest',
    files: {
      'pyproject.toml': `[project]
name = "dates"
version = "1.0.0"
dependencies = ["python-dateutil"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["src"]
`,
      'requirements.txt': 'pytest\npython-dateutil\n',
      '.gitignore': '.venv\n__pycache__\n',
      'src/dates/__init__.py':
        'from dateutil.relativedelta import relativedelta\n\nWEEK = relativedelta(weeks=1).days\n',
      'tests/test_week.py': 'from dates import WEEK\n\n\ndef test_has_seven_days():\n    assert WEEK == 7\n',
    },
    // What the machine has is taken: not everybody who tries this can reach a package index.
    install:
      'python3 -m venv --system-site-packages .venv && (.venv/bin/python -c "import pytest, dateutil" || .venv/bin/pip install --quiet -r requirements.txt)',
    test: {
      path: 'tests/test_parse_date.py',
      text: pythonTest('reads_a_calendar_date', 'refuses_a_day_that_does_not_exist'),
    },
    blind: {
      path: 'tests/test_parse_date_blind.py',
      text: pythonTest('reads_what_the_plan_reads', 'refuses_what_the_plan_refuses'),
      names: ['test_reads_what_the_plan_reads', 'test_refuses_what_the_plan_refuses'],
    },
    code: {
      path: 'src/dates/parse_date.py',
      text: `import re
from datetime import date


class RangeError(ValueError):
    """A date that no calendar has."""


def parseDate(text: str) -> date:
    """Reads a calendar date such as 2026-02-28."""
    found = re.fullmatch(r"(\\d{4})-(\\d{2})-(\\d{2})", text)
    if found is None:
        raise RangeError(text)
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError as error:
        raise RangeError(text) from error
`,
    },
  },
];

function pythonTest(reads: string, refuses: string): string {
  return `from datetime import date

import pytest

from dates.parse_date import RangeError, parseDate


def test_${reads}():
    assert parseDate("2026-02-28") == date(2026, 2, 28)
    assert parseDate("1999-12-31") == date(1999, 12, 31)


@pytest.mark.parametrize("text", ["2026-02-30", "2026-13-01", "x2026-02-28", "2026-02-28x"])
def test_${refuses}(text):
    with pytest.raises(RangeError):
        parseDate(text)
`;
}
