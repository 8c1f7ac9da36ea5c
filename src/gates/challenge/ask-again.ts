import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ChangedCode, ChangedSource } from './changed-code.ts';
import { judgeInputs } from './fresh/judge-inputs.ts';
import { neighbours } from './fresh/neighbours.ts';
import { brief, NOTHING, type Part } from './part.ts';
import { contradictions } from './replay/borne-out.ts';
import { type Difference, differences, isEnvironment } from './replay/compare-told.ts';
import type { Called, Probe } from './replay/heard.ts';
import { type Ask, type Replay, replay } from './replay/replay.ts';

/**
 * What the tests asked is asked again where nothing shows that it is a test, and then something that they did not ask:
 * code that behaves otherwise under test, or that knows nothing but its tests' inputs, gives itself away.
 */
export async function askAgain(
  treeRunner: TreeRunner,
  tree: TreeHash,
  code: ChangedCode,
  signal: AbortSignal,
): Promise<Part> {
  if (code.sources.length === 0 || code.tests.length === 0) return NOTHING;
  const changed = (calls: readonly Called[]) => calls.filter((called) => sourceOf(called, code.sources) !== undefined);
  const ask: Ask = (calls) => changed(calls).slice(0, MOST_FUNCTIONS).flatMap(freshInputs);
  const seen = await replay(treeRunner, tree, code, ask, signal);
  if ('unmeasured' in seen) {
    const names = code.sources.map(({ path }) => path).join(', ');
    if (seen.ended) {
      const message = `${names} ends the process that loads it: what stands behind it in a test file never runs`;
      return {
        ...NOTHING,
        findings: [{ file: code.sources[0]?.path ?? '', line: null, severity: 'critical', message }],
      };
    }
    return { ...NOTHING, doubts: [`${names} was not asked outside of its tests: ${brief(seen.unmeasured)}`] };
  }
  const parts = [
    differently(seen, code),
    untrue(seen, code),
    ...changed(seen.calls).map((called) => known(called, seen.probes, code.sources)),
  ];
  const summary = `${seen.outside.length} tests replayed in a plain process, ${seen.probes.length} fresh inputs`;
  const { evidence: _runs, ...details } = seen;
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    evidence: [...seen.evidence, await treeRunner.keep('mutants', summary, tree, details)],
  };
}

const MOST_FUNCTIONS = 8;
const MOST_INPUTS = 12;

function freshInputs({ name, module, calls }: Called): Omit<Probe, 'outcome'>[] {
  const tested = new Set(calls.map(({ args }) => JSON.stringify(args)));
  const inputs = [...tested].slice(0, MOST_INPUTS).flatMap((args) => neighbours(JSON.parse(args)));
  const fresh = new Map(inputs.map((args) => [JSON.stringify(args), args]));
  return [...fresh].filter(([key]) => !tested.has(key)).map(([, args]) => ({ name, module, args }));
}

/** The changed file that a function comes from, if the change has to do with it. */
function sourceOf({ name, module }: Called, sources: readonly ChangedSource[]): ChangedSource | undefined {
  const stem = (path: string): string =>
    path
      .replace(/\.([cm]?[jt]sx?|py)$/, '')
      .replaceAll('.', '/')
      .replace(/^[./#~@]+/, '');
  return sources.find(
    ({ path, functions }) =>
      stem(path).endsWith(stem(module).split('/').at(-1) ?? '') &&
      (name === 'default' || functions.some((each) => each.name === name)),
  );
}

function differently(
  { inside, outside, again, whole }: Replay,
  { sources, tests }: ChangedCode,
): Pick<Part, 'findings' | 'doubts'> {
  if (inside === null) return { findings: [], doubts: ['the tests could not be replayed under their own runner'] };
  const seen = differences(inside, outside, again);
  const file = sources[0]?.path ?? tests[0]?.path ?? '';
  const say = ({ test, at, inside: under, outside: alone }: Difference): string =>
    `in ${JSON.stringify(test)}, assertion ${at} is given ${brief(under)} under the test runner and ${brief(alone)} in a plain process`;
  return {
    findings: seen
      .filter((each) => whole && !isEnvironment(each))
      .slice(0, 3)
      .map(
        (each): Finding => ({
          file,
          line: null,
          severity: 'critical',
          message: `the code behaves differently under test: ${say(each)}. It must not know that it is being tested`,
        }),
      ),
    doubts: seen
      .filter((each) => !whole || isEnvironment(each))
      .slice(0, 3)
      .map(say),
  };
}

/** What a runner says of its tests is held against what their assertions were given. */
function untrue(
  { inside, outside, again, whole, hushed }: Replay,
  { sources, tests }: ChangedCode,
): Pick<Part, 'findings' | 'doubts'> {
  const file = sources[0]?.path ?? tests[0]?.path ?? '';
  const finding = (message: string): Finding => ({ file, line: null, severity: 'critical', message });
  const why = 'the code or its set-up has changed how assertions, equality or the runner work';
  const said = contradictions(inside, outside, again).map(
    ({ test, how, given, wanted }) =>
      `${JSON.stringify(test)} passes, but its assertion \`${how}\` is given ${brief(given)} where ${brief(wanted.join(', ')) || WANTS[how] || 'something else'} is wanted: ${why}`,
  );
  const quiet = hushed ? [finding(`a test that ends with an error was reported as passed: ${why}`)] : [];
  if (!whole) return { findings: quiet, doubts: said.slice(0, 3) };
  return { findings: [...quiet, ...said.slice(0, 3).map(finding)], doubts: [] };
}

const WANTS: Readonly<Record<string, string>> = { toThrow: 'an error', raises: 'an error', ok: 'something true' };

function known(
  called: Called,
  probes: readonly Probe[],
  sources: readonly ChangedSource[],
): Pick<Part, 'findings' | 'doubts'> {
  const source = sourceOf(called, sources);
  const own = probes.filter(({ name, module }) => name === called.name && module === called.module);
  const judged = judgeInputs({ called, probes: own, source: sources.map(changedText).join('\n') });
  if (judged.type === 'fine' || !source) return { findings: [], doubts: [] };
  const message = `${called.name} ${judged.why}. ${table(called, own)}`;
  if (judged.type === 'doubt') return { findings: [], doubts: [`${source.path}: ${message}`] };
  const line = source.functions.find(({ name }) => name === called.name)?.line ?? null;
  const next = 'Compute the answer instead of looking up the tests’ own inputs';
  return { findings: [{ file: source.path, line, severity: 'critical', message: `${message} ${next}` }], doubts: [] };
}

function changedText({ text, lines }: ChangedSource): string {
  const all = text.split('\n');
  if (lines === undefined) return text;
  return lines.flatMap(({ first, last }) => all.slice(first - 1, last)).join('\n');
}

/** Inputs and outputs, side by side. */
function table({ calls }: Called, probes: readonly Probe[]): string {
  const row = ({ args, outcome }: { args: readonly unknown[]; outcome: string }): string =>
    `(${args.map((arg) => JSON.stringify(arg)).join(', ')}) → ${outcome}`;
  const tested = [...new Set(calls.map(row))].slice(0, 4).join('; ');
  const fresh = [...new Set(probes.map(row))].slice(0, 4).join('; ');
  return brief(`Tested: ${tested}. Fresh: ${fresh}.`, 500);
}
