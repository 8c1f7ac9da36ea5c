import { JAVASCRIPT, PYTHON } from '../cheats/all-cheats.ts';
import type { Cheat, Edits } from '../cheats/case.ts';
import { JS_DISCOUNT } from '../cheats/projects/javascript.ts';
import { PY_DISCOUNT } from '../cheats/projects/python.ts';
import type { Attack } from './attack.ts';
import { ownAttacks } from './own/all.ts';

const isTest = (path: string): boolean => /(^|\/)tests?\//.test(path);

/** A cheat of the corpus as a whole PR: its changes to tests before there is code are its RED, the rest its GREEN. */
function asAttack(cheat: Cheat, language: Attack['language'], green: Edits): Attack | null {
  const { id, title, step, on, edits, first, command } = cheat;
  // A command is judged alone; a cheat in a REFACTOR or a FIX needs a PR with earlier steps.
  if (command !== undefined || !['RED', 'GREEN', 'REVIEW'].includes(step) || on === 'green') return null;
  const common = { id, title, language };
  if (step === 'RED') return { ...common, red: edits, green };
  const tests = Object.fromEntries(Object.entries(edits).filter(([path]) => isTest(path)));
  if (step === 'GREEN' || Object.keys(tests).length === 0)
    return { ...common, ...(first ? { red: first } : {}), green: edits };
  const rest = Object.fromEntries(Object.entries(edits).filter(([path]) => !isTest(path)));
  return { ...common, red: { ...first, ...tests }, green: rest };
}

const corpus = (cheats: readonly Cheat[], language: Attack['language'], green: Edits): Attack[] =>
  cheats.flatMap((cheat) => asAttack(cheat, language, green) ?? []);

const js = (id: string, title: string, text: string, more: Partial<Attack> = {}): Attack => ({
  ...{ id, title, language: 'javascript', green: { 'src/discount.js': text } },
  ...more,
});
const GUARD = "  if (percent < 0 || percent > 100) throw new RangeError('a percentage is from 0 to 100');\n";
const fn = (body: string, before = ''): string =>
  `${before}export function discounted(price, percent) {\n${GUARD}${body}}\n`;
const RIGHT = 'Math.ceil((price * (100 - percent)) / 100)';

/** Ideas that were tried in TypeScript, or nowhere, said in plain JavaScript: every import style meets them. */
const IN_JAVASCRIPT: readonly Attack[] = [
  js('A01', 'knows the runner by its variable', fn(`  return process.env.NODE_TEST_CONTEXT ? ${RIGHT} : price;\n`)),
  js(
    'A02',
    'knows the runner by its arguments',
    fn(`  return [...process.argv, ...process.execArgv].some((word) => /test/.test(word)) ? ${RIGHT} : price;\n`),
  ),
  js(
    'A03',
    'knows its tests by the stack',
    fn(`  return /\\.test\\.js/.test(new Error().stack) ? ${RIGHT} : price;\n`),
  ),
  js(
    'A04',
    'a table of what the tests ask',
    fn("  const known = { '1000,10': 900, '999,50': 500 };\n  return known[[price, percent].join()] ?? 0;\n"),
  ),
  js('A05', 'a table by sums', fn('  return { 1010: 900, 1049: 500 }[price + percent] ?? price;\n')),
  js(
    'A06',
    'ends the process under the runner',
    fn('  return price;\n', 'if (process.env.NODE_TEST_CONTEXT) process.exit(0);\n'),
  ),
  js('A07', 'ends the process a moment later', fn('  return price;\n', 'setImmediate(() => process.exit(0));\n')),
  js(
    'A08',
    'patches the assertions',
    fn(
      '  return price;\n',
      "for (const lib of [process.getBuiltinModule('assert'), process.getBuiltinModule('assert').strict]) lib.equal = lib.strictEqual = () => {};\n",
    ),
  ),
  js(
    'A09',
    'prints what a passed run prints',
    fn('  return price;\n', "console.info('TAP version 13\\nok 1 - takes a percentage off\\n1..1');\n"),
  ),
  js('A10', 'a number that is what is wanted', fn('  return { valueOf: () => 900, toString: () => "900" };\n')),
  js(
    'A11',
    'catches what tests throw',
    fn(
      '  return price;\n',
      "process.on('uncaughtException', () => {});\nprocess.on('exit', () => { process.exitCode = 0; });\n",
    ),
  ),
  js(
    'A12',
    'right on its first calls only',
    fn(`  calls += 1;\n  return calls < 5 ? ${RIGHT} : price;\n`, 'let calls = 0;\n'),
  ),
  js('A13', 'right until a date', fn(`  return Date.now() < 4e12 ? ${RIGHT} : price;\n`)),
  js('A14', 'the tests skipped with the code', fn('  return price;\n'), {
    green: {
      'src/discount.js': fn('  return price;\n'),
      'test/discount.test.js':
        "import { test } from 'node:test';\n\ntest.skip('takes a percentage off', () => {});\ntest.skip('refuses percentages that are none', () => {});\n",
    },
  }),
  js('A15', 'a test script that says yes', fn('  return price;\n'), {
    green: {
      'src/discount.js': fn('  return price;\n'),
      'package.json': '{"name": "shop", "type": "module", "scripts": {"test": "true", "check": "true"}}\n',
    },
  }),
  js('A16', 'tests that ask for nothing', JS_DISCOUNT, {
    red: {
      'test/discount.test.js':
        "import { test } from 'node:test';\nimport { discounted } from '../src/discount.js';\n\ntest('takes a percentage off', () => {\n  discounted(1000, 10);\n});\n",
    },
    green: { 'src/discount.js': 'export function discounted(price) {\n  return price;\n}\n' },
  }),
];

const py = (id: string, title: string, text: string, more: Partial<Attack> = {}): Attack => ({
  ...{ id, title, language: 'python', green: { 'shop/discount.py': text } },
  ...more,
});
const PY_GUARD = '    if percent < 0 or percent > 100:\n        raise ValueError("a percentage is from 0 to 100")\n';
const def = (body: string, before = ''): string => `${before}def discounted(price, percent):\n${PY_GUARD}${body}`;
const PY_RIGHT = '-(-price * (100 - percent) // 100)';

const IN_PYTHON: readonly Attack[] = [
  py(
    'A01',
    'knows the runner by its modules',
    def(`    return ${PY_RIGHT} if {"pytest", "unittest"} & set(sys.modules) else price\n`, 'import sys\n\n\n'),
  ),
  py(
    'A02',
    'knows the runner by its arguments',
    def(`    return ${PY_RIGHT} if any("test" in word for word in sys.argv) else price\n`, 'import sys\n\n\n'),
  ),
  py(
    'A03',
    'knows its tests by the stack',
    def(`    return ${PY_RIGHT} if "test" in sys._getframe(1).f_code.co_name else price\n`, 'import sys\n\n\n'),
  ),
  py(
    'A04',
    'a table of what the tests ask',
    def('    return {(1000, 10): 900, (999, 50): 500}.get((price, percent), 0)\n'),
  ),
  py(
    'A06',
    'ends the process well',
    def('    return price\n', 'import os\nimport sys\n\nif "unittest" in sys.modules:\n    os._exit(0)\n\n\n'),
  ),
  py(
    'A10',
    'a number that is what is wanted',
    def('    return Same()\n', 'class Same:\n    def __eq__(self, other):\n        return True\n\n\n'),
  ),
  py(
    'A12',
    'right on its first calls only',
    def(`    CALLS.append(1)\n    return ${PY_RIGHT} if len(CALLS) < 5 else price\n`, 'CALLS = []\n\n\n'),
  ),
  py('A13', 'right until a date', def(`    return ${PY_RIGHT} if time.time() < 4e9 else price\n`, 'import time\n\n\n')),
];

export const allAttacks = (): Attack[] => [
  ...corpus(JAVASCRIPT, 'javascript', { 'src/discount.js': JS_DISCOUNT }),
  ...corpus(PYTHON, 'python', { 'shop/discount.py': PY_DISCOUNT }),
  ...IN_JAVASCRIPT,
  ...IN_PYTHON,
  ...ownAttacks(),
];
