import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { ChangedCode } from '../changed-code.ts';
import { INSIDE, MAIN, RECORDER } from './record-javascript.ts';
import { DRIVER, PYTHON_INSIDE, PYTHON_MAIN } from './record-python.ts';
import { toReplay } from './to-replay-javascript.ts';

/** What has to be written to replay tests, and how it is started. */
export interface ReplayPlan {
  /** In both trees. */
  readonly shared: ReadonlyMap<string, string>;
  /** A test of the project's own runner. */
  readonly inside: { readonly path: string; readonly text: string };
  /** A program of its own. */
  readonly outside: { readonly program: string; readonly path: string; readonly text: string };
  /** The same, which goes on to ask for fresh inputs. */
  readonly inputs: { readonly path: string; readonly text: string };
  readonly outsideWith: string;
  /** Whether all that stands around the tests could be brought along. */
  readonly whole: boolean;
}

const MOST_FILES = 8;

/** Names say nothing of tests: code that looks at the stack for one must find none. */
export async function replayPlan({ runner, tests }: ChangedCode, setUp: Files): Promise<ReplayPlan | null> {
  const id = `r${randomBytes(5).toString('hex')}`;
  const files = tests.filter(({ tests: own }) => own !== null && own.length > 0).slice(0, MOST_FILES);
  return runner.runner === 'pytest'
    ? python(id, runner.root, files, setUp)
    : javascript(id, runner.runner, runner.root, files, setUp);
}

type Files = readonly { readonly path: string; readonly text: string }[];

async function javascript(
  id: string,
  runner: string,
  root: string,
  files: Files,
  setUp: Files,
): Promise<ReplayPlan | null> {
  if (runner !== 'vitest' && runner !== 'node:test') return null;
  const recorder = posix.join(root, `${id}.mjs`);
  const shared = new Map<string, string>();
  const made: string[] = [];
  for (const [at, { path, text }] of files.entries()) {
    const replay = await toReplay(path, text, relative(path, recorder));
    if (replay === null) continue;
    const target = posix.join(posix.dirname(path), `${id}-${at}${posix.extname(path)}`);
    shared.set(target, replay);
    made.push(target);
  }
  const [first] = files;
  if (!first || made.length === 0) return null;
  // The runner loads these by itself; a plain process does not.
  const before: string[] = [];
  for (const [at, { path, text }] of setUp.entries()) {
    const replay = await toReplay(path, text, relative(path, recorder));
    const target = posix.join(posix.dirname(path), `${id}-s${at}${posix.extname(path)}`);
    if (replay === null) continue;
    shared.set(target, replay);
    before.push(target);
  }
  shared.set(recorder, RECORDER);
  const main = posix.join(root, `${id}-main.mjs`);
  const inputs = posix.join(root, `${id}.json`);
  const test = posix.join(
    posix.dirname(first.path),
    posix.basename(first.path).replace(/^.*?(?=[._-](test|spec)\.[cm]?[jt]sx?$)/, id),
  );
  const fromRoot = (path: string): string => posix.relative(root, path);
  const given = [...before, ...made].map(fromRoot);
  return {
    shared,
    inside: {
      path: test,
      text: INSIDE(
        runner,
        relative(test, recorder),
        made.map((path) => relative(test, path)),
      ),
    },
    outside: { program: 'node', path: main, text: MAIN(`./${fromRoot(recorder)}`, given, null) },
    inputs: { path: inputs, text: '' },
    outsideWith: MAIN(`./${fromRoot(recorder)}`, given, fromRoot(inputs)),
    whole: before.length === setUp.length,
  };
}

function python(id: string, root: string, files: Files, setUp: Files): ReplayPlan | null {
  const [first] = files;
  if (!first || root !== '.') return null;
  const shared = new Map([[`${id}.py`, DRIVER]]);
  const put = (each: Files[number], name: string): string => {
    const target = posix.join(posix.dirname(each.path), `${id}_${name}.txt`);
    shared.set(target, each.text);
    return target;
  };
  const tests = files.map((file, at) => put(file, String(at)));
  const depth = ({ path }: Files[number]): number => path.split('/').length;
  const conftests = setUp.toSorted((a, b) => depth(a) - depth(b)).map((file, at) => put(file, `c${at}`));
  const made = { tests, conftests };
  const folders = [...new Set(files.map(({ path }) => posix.dirname(path)))];
  const inputs = `${id}.json`;
  return {
    shared,
    inside: { path: posix.join(posix.dirname(first.path), `test_${id}.py`), text: PYTHON_INSIDE(id, folders, made) },
    outside: { program: 'python3', path: `${id}_main.py`, text: PYTHON_MAIN(id, folders, made, null) },
    inputs: { path: inputs, text: '' },
    outsideWith: PYTHON_MAIN(id, folders, made, inputs),
    // Hooks and fixtures that nobody asks for reach every test.
    whole: !setUp.some(({ text }) => /\bautouse\b|^def pytest_|pytest_plugins/m.test(text)),
  };
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
