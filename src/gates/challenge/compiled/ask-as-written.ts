import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { parseText } from '#code/parse/parse-text.ts';
import { PIPE } from '../../tree-runner.ts';
import { judgeNarrow } from '../fresh/narrow.ts';
import { AnsweredRecord, told } from '../observe/records.ts';
import { NOTHING, type Part } from '../part.ts';
import type { CompiledOrder } from './ask-calls.ts';
import type { AskedFunction, AskPlace } from './asker.ts';
import { compiledProgram } from './compiled-program.ts';
import { type CompiledQuestion, compiledQuestions, compiledTable } from './questions.ts';
import { writtenCalls } from './written-calls.ts';

/** A function that no program of ours could call, with its source. */
export interface UnaskedFunction {
  readonly path: string;
  readonly name: string;
  readonly line: number;
}

export interface AskedAsWritten extends Part {
  /** Names of those that answered. */
  readonly answered: readonly string[];
}

const MOST_FILES = 4;

/**
 * Functions that no program of ours can call (functions or generic types among the arguments, a macro, a returned
 * function) are called with the expressions of their tests: once more beside the tests, and then with other numbers and
 * texts in the same expressions. A table of the tests' own inputs knows nothing else.
 */
export async function askAsWritten(
  order: Omit<CompiledOrder, 'functions'>,
  functions: readonly UnaskedFunction[],
  tests: readonly { readonly path: string; readonly text: string }[],
  signal: AbortSignal,
): Promise<AskedAsWritten> {
  const parts: Part[] = [];
  const answered = new Set<string>();
  const files = tests.slice(0, MOST_FILES);
  for (const file of files) {
    const questions = functions.flatMap((fn) => {
      const as = { ...fn, ...NO_WORDS, id: `${fn.path}:${fn.line}` };
      return compiledQuestions(
        writtenCalls(file.text, fn.name).map(({ text }) => ({ function: as, receiver: null, args: [text] })),
      ).map((question) => ({ ...question, call: { ...question.call, function: as } }));
    });
    if (questions.every(({ values }) => values.length === 0)) continue;
    const { outcomes, evidence } = await ask(order, file, questions, signal);
    const own = [...new Set(questions.map(({ call }) => call.function))];
    const tables = own.map((fn) => {
      const parameters = Array.from({ length: widest(questions, fn) }, () => ({ name: '', type: '' }));
      const asked = questions.map((each) =>
        each.call.function === fn ? { ...each, call: { ...each.call, function: { ...fn, parameters } } } : each,
      );
      const as = asked.find(({ call }) => call.function.id === fn.id)?.call.function ?? fn;
      const same = asked.map((each) =>
        each.call.function.id === fn.id ? { ...each, call: { ...each.call, function: as } } : each,
      );
      return compiledTable(order.sources.get(fn.path) ?? '', as, same, outcomes);
    });
    for (const [n, { call }] of questions.entries())
      if (outcomes[n] !== null && outcomes[n] !== undefined) answered.add(call.function.name);
    const narrow = await judgeNarrow(
      order.treeRunner,
      order.base,
      order.runner,
      tables.flatMap((table) => table.narrow),
    );
    parts.push(...tables.map((table) => ({ ...NOTHING, ...table, evidence: [evidence] })), { ...NOTHING, ...narrow });
  }
  return {
    findings: parts.flatMap(({ findings }) => findings),
    doubts: parts.flatMap(({ doubts }) => doubts),
    evidence: [...new Set(parts.flatMap(({ evidence }) => evidence))],
    answered: [...answered],
  };
}

const NO_WORDS: Pick<AskedFunction, 'receiver' | 'parameters' | 'body'> = { receiver: null, parameters: [], body: 0 };

const widest = (questions: readonly CompiledQuestion[], fn: AskedFunction): number =>
  Math.max(0, ...questions.filter(({ call }) => call.function === fn).map(({ values }) => values.length));

async function ask(
  { treeRunner, tree, runner, timeoutMs }: Omit<CompiledOrder, 'functions'>,
  file: { readonly path: string; readonly text: string },
  questions: readonly CompiledQuestion[],
  signal: AbortSignal,
) {
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const place = {
    ...{ nonce: randomBytes(12).toString('hex'), pipe: `${at}/${PIPE}`, key: `k${randomBytes(4).toString('hex')}` },
  };
  const words = questions.map(({ call }) => call.args[0] ?? '');
  const edits = file.path.endsWith('.go') ? inGo(file, words, place) : await inRust(file, words, place);
  const { heard, evidence } = await treeRunner.test(
    {
      ...{ tree: await treeRunner.write(tree, edits), of: tree, runner, select: { type: 'all' }, timeoutMs },
      channel: { at, files: {} },
    },
    signal,
  );
  const outcomes: (string | null)[] = questions.map(() => null);
  for (const record of told(AnsweredRecord, heard, place.nonce).records)
    if (record.k === 'q' && outcomes[record.n] === null) outcomes[record.n] = record.o;
  return { outcomes, evidence };
}

type Text = { readonly path: string; readonly text: string };

/** The calls in the file itself, which has the imports; a file beside it reports them. */
function inGo({ path, text }: Text, words: readonly string[], place: AskPlace): ReadonlyMap<string, string> {
  const { key } = place;
  const calls = words.map((word, n) => `\t${key}One(${n}, func() string { return ${key}Show(${word}) })\n`);
  const name = /^package\s+(\w+)/m.exec(text)?.[1] ?? 'main';
  const asker = compiledProgram('asker.go', place, {
    SAYING: `\n${compiledProgram('saying.go', place)}`,
    ...{ PACKAGE: name, CALLS: '' },
  });
  return new Map([
    [path, `${text}\nfunc TestAsks${key}(t *testing.T) {\n${calls.join('')}}\n`],
    [posix.join(posix.dirname(path), `${key}_test.go`), asker],
  ]);
}

/** Inside the test module, where the file has one. */
async function inRust({ path, text }: Text, words: readonly string[], place: AskPlace): Promise<Map<string, string>> {
  const { key } = place;
  const calls = words.map((word, n) => `${key}_one(${n}, &|| { let own = ${word}; format!("{:?}", own) });`);
  const asking = [
    compiledProgram('saying.rs', place),
    compiledProgram('asker.rs', place, { CALLS: calls.join('\n    ') }),
    `#[test]\nfn ${key}_asks() { ${key}_ask(); }\n`,
  ].join('\n');
  const parsed = await parseText(text, 'rust');
  const module = parsed.ok
    ? parsed.tree.root.parts.find(
        (node) => node.type === 'mod_item' && /tests?$/.test(node.child('name')?.text ?? '') && node.child('body'),
      )
    : undefined;
  const at = module ? module.end - 1 : text.length;
  return new Map([[path, `${text.slice(0, at)}\n${asking}\n${text.slice(at)}`]]);
}
