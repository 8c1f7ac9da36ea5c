import type { EvidenceRef, Finding } from '#contracts/gate.ts';
import type { ProjectRunner } from '../../tree-runner.ts';
import { askedFirst } from '../asked-first.ts';
import { ends } from '../fair-share.ts';
import { judgeNarrow } from '../fresh/narrow.ts';
import { Seen, told } from '../observe/records.ts';
import { brief, NOTHING, type Part } from '../part.ts';
import { askInTest, askPlace, askPlain, type CompiledOrder, mainsTests, projectOf } from './ask-calls.ts';
import { ASK_GO } from './ask-go.ts';
import { ASK_RUST } from './ask-rust.ts';
import type { AskedFunction, CompiledAsker, CompiledCall } from './asker.ts';
import { onlyTestedCompiled } from './only-tested.ts';
import { type CompiledQuestion, compiledQuestions, compiledTable, plainly } from './questions.ts';
import { stateOfTests } from './state-of-tests.ts';
import { testsSetUp } from './tests-set-up.ts';

const ASKERS: Readonly<Record<string, CompiledAsker>> = { 'go test': ASK_GO, 'cargo test': ASK_RUST };

export const askerOf = ({ runner }: Pick<ProjectRunner, 'runner'>): CompiledAsker | null => ASKERS[runner] ?? null;

/** Includes the functions that answered in a program of their own. */
export interface AskedPart extends Part {
  readonly answered: readonly AskedFunction[];
}

const NOT_ASKED: AskedPart = { ...NOTHING, answered: [] };
const MOST_CALLS = 20;
const MOST_ALONE = 6;

/**
 * The changed functions record what their tests call them with. The same calls are then made by a program that is no
 * test, on a tree without tests, and by a test: the answers must agree. Similar inputs are tried as well: a table of
 * the tests' own inputs knows nothing else.
 */
export async function askCompiled(order: CompiledOrder, signal: AbortSignal): Promise<AskedPart> {
  const asker = askerOf(order.runner);
  if (!asker || order.functions.length === 0) return NOT_ASKED;
  const recorded = await record(order, asker, signal);
  const groups = Map.groupBy(recorded.questions, ({ call }) => asker.together(call.function.path));
  const parts: AskedPart[] = [];
  for (const questions of groups.values()) parts.push(await askGroup(order, asker, questions, signal));
  const asked = new Set(recorded.questions.map(({ call }) => call.function.id));
  const silent = order.functions.filter(({ id }) => !asked.has(id)).map(({ name }) => name);
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: [
      ...parts.flatMap(({ doubts }) => doubts),
      ...(silent.length === 0 ? [] : [`${silent.slice(0, 5).join(', ')} could not be called outside the tests`]),
    ],
    evidence: [recorded.evidence, ...parts.flatMap(({ evidence }) => evidence)],
    answered: parts.flatMap(({ answered }) => answered),
  };
}

async function record(
  order: CompiledOrder,
  asker: CompiledAsker,
  signal: AbortSignal,
): Promise<{ questions: CompiledQuestion[]; evidence: EvidenceRef }> {
  const { treeRunner, tree, runner, functions, timeoutMs } = order;
  const place = askPlace();
  const edits = asker.recording(functions, projectOf(order), place);
  const { heard, evidence } = await treeRunner.test(
    {
      ...{ tree: await treeRunner.write(tree, edits), of: tree, runner, select: { type: 'all' }, timeoutMs },
      channel: { at: place.at, files: {} },
    },
    signal,
  );
  const { records } = told(Seen, heard, place.nonce);
  const questions = functions.flatMap((fn) => {
    const lists = records.flatMap((each) => (each.k === 'c' && each.f === fn.id && each.a !== null ? [each.a] : []));
    const calls = ends([...new Set(lists)], MOST_CALLS).flatMap((list) => asker.call(fn, JSON.parse(list)) ?? []);
    return compiledQuestions(calls);
  });
  return { questions, evidence };
}

async function askGroup(
  order: CompiledOrder,
  asker: CompiledAsker,
  questions: readonly CompiledQuestion[],
  signal: AbortSignal,
): Promise<AskedPart> {
  const plain = await askPlain(order, asker, questions, signal);
  const isSilent = plain === null || plain.outcomes.every((each) => each === null);
  const functions = [...new Set(questions.map(({ call }) => call.function))];
  if (isSilent && functions.length > 1) {
    // An argument that cannot be written as source this way prevents the others from being built.
    const parts: AskedPart[] = [];
    for (const fn of functions.slice(0, MOST_ALONE))
      parts.push(
        await askGroup(
          order,
          asker,
          questions.filter(({ call }) => call.function === fn),
          signal,
        ),
      );
    return {
      findings: parts.flatMap((part) => part.findings),
      doubts: parts.flatMap((part) => part.doubts),
      evidence: parts.flatMap((part) => part.evidence),
      answered: parts.flatMap((part) => part.answered),
    };
  }
  if (isSilent) {
    // A similar input may be one that cannot be written as source.
    const tested = questions.filter(({ fresh }) => !fresh);
    if (tested.length < questions.length) return askGroup(order, asker, tested, signal);
    const [name = ''] = functions.map((fn) => fn.name);
    return {
      ...NOT_ASKED,
      doubts: [`${name} was not called outside its tests: no separate program could be built for it`],
      evidence: plain ? [plain.evidence] : [],
    };
  }
  const tested = questions.filter(({ fresh }) => !fresh);
  const control = await askInTest(order, asker, tested, signal);
  const outsideOf = (n: number): string | null =>
    plain.outcomes[questions.findIndex((each) => each === tested[n])] ?? null;
  const differing = tested.flatMap(({ call }, n) => {
    const [outside, inside] = [outsideOf(n), control?.outcomes[n] ?? null];
    if (
      outside === null ||
      inside === null ||
      plainly(outside) === plainly(inside) ||
      [outside, inside].includes('unsteady')
    )
      return [];
    return [
      {
        ...{ call, n },
        say: `${sayCall(call)} returns ${brief(plainly(inside))} under the test runner but ${brief(plainly(outside))} in a separate program`,
      },
    ];
  });
  // Values that each process draws at random (a seed, a machine id) also differ in the next test run.
  const again = differing.length > 0 ? await askInTest(order, asker, tested, signal) : null;
  const isDrawn = ({ n }: { readonly n: number }): boolean =>
    again !== null && (again.outcomes[n] ?? null) !== null && again.outcomes[n] !== control?.outcomes[n];
  const findings = differing
    .filter((each) => !isDrawn(each))
    .slice(0, 3)
    .map(
      ({ call, say }): Finding => ({
        ...{ file: call.function.path, line: call.function.line, severity: 'critical' },
        message: `the code behaves differently under test: ${say}. Code must not know that it is being tested`,
      }),
    );
  const settles =
    (await testsSetUp(order, tested)) ||
    (differing.length > 0 &&
      (await stateOfTests(
        differing.map(({ n }) => ({ outside: outsideOf(n), inside: control?.outcomes[n] ?? null, n })),
        {
          alone: async () => (await askInTest(order, asker, tested, signal, 'alone'))?.outcomes ?? [],
          withMainsTests: async () =>
            (await askInTest({ ...order, tree: await mainsTests(order) }, asker, tested, signal))?.outcomes ?? [],
        },
      )));
  const drawn = [...new Set(differing.filter(isDrawn).map(({ call }) => call.function.name))];
  const firsts = functions.some((fn) => keepsState(order.texts.get(fn.path) ?? ''))
    ? await askedFirst(
        tested.flatMap((question, n) => {
          const outcome = control?.outcomes[n] ?? null;
          if (outcome === null || outcome === 'unsteady') return [];
          const alike = plain.outcomes[questions.indexOf(question)] === outcome;
          return [{ question, function: question.call.function, said: sayCall(question.call), outcome, alike }];
        }),
        async (own) => (await askPlain(order, asker, own, signal))?.outcomes ?? [],
      )
    : [];
  const tables = functions.map((fn) => compiledTable(order.sources.get(fn.path) ?? '', fn, questions, plain.outcomes));
  const { treeRunner, base, runner } = order;
  const main = await onMain(order);
  const isolated = await onlyTestedCompiled(
    questions.map((question, n) => ({ question, outcome: plain.outcomes[n] ?? null })),
    {
      now: async (near) => (await askPlain(order, asker, near, signal))?.outcomes ?? [],
      before: async (same) => (await askPlain(main, asker, same, signal))?.outcomes ?? [],
      sources: order.sources,
      isOnMain: ({ path, name }) =>
        new RegExp(`\\b(func|fn)\\b[^\\n]*\\b${name}\\s*[([<]`).test(main.texts.get(path) ?? ''),
    },
  );
  const narrow = await judgeNarrow(treeRunner, base, runner, [...tables.flatMap((part) => part.narrow), ...isolated]);
  const known = [...tables, narrow];
  return {
    findings: [...(settles ? [] : findings), ...firsts, ...known.flatMap((part) => part.findings)],
    doubts: [
      ...(settles ? differing.slice(0, 3).map(({ say }) => say) : []),
      ...drawn.map((name) => `${name} returns something else in every process, under test and elsewhere`),
      ...known.flatMap((part) => part.doubts),
    ],
    evidence: [plain.evidence, ...(control ? [control.evidence] : [])],
    answered: functions.filter((fn) =>
      questions.some(({ call }, n) => call.function === fn && (plain.outcomes[n] ?? null) !== null),
    ),
  };
}

/** The same calls, for main's version of these files. */
async function onMain(order: CompiledOrder): Promise<CompiledOrder> {
  const texts = await order.treeRunner.readAll(order.base, [...order.texts.keys()]);
  return { ...order, tree: order.base, texts };
}

/** Something that outlives a call; repeating it costs a build. */
const keepsState = (text: string): boolean =>
  /^(?:var\s|\s*(?:pub(?:\([^)]*\))?\s+)?static\s|\s*(?:thread_local|lazy_static)!)/m.test(text);

const sayCall = ({ function: { name }, receiver, args }: CompiledCall): string =>
  brief(`${receiver === null ? '' : `${receiver}.`}${name}(${args.join(', ')})`, 120);
