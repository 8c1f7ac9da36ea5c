import { z } from 'zod';
import type { Tone } from '../run-timeline.ts';
import { oneLine, plural } from '../text.ts';

/** How a node of hybrid TDD ended, in a few words. */
export interface TddVerdict {
  readonly tone: Tone;
  readonly text: string;
}

/** One end of a node: the port it went to, and what it handed on there. */
export interface TddEnd {
  readonly node: string;
  readonly to: readonly string[];
  readonly handed: readonly unknown[];
}

const some = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);
const list = z.array(z.unknown());
const Handed = z.object({
  design: some(z.object({ claim: z.object({ functions: list }) })),
  skeleton: some(z.object({ stubbed: list })),
  holes: some(z.array(z.object({ severity: z.string() }))),
  tests: some(z.object({ claim: z.object({ tests: list }) })),
  impl: some(z.object({ claim: z.object({ functions: list }) })),
  verification: some(z.object({ red: list })),
  early: some(z.object({ red: list })),
  failures: some(list),
  understanding: some(z.object({ attempts: z.number() })),
  mutation: some(z.object({ type: z.literal('measured'), tried: z.number(), killed: z.number() })),
  proposals: some(list),
  feedback: some(z.object({ problems: z.array(z.object({ message: z.string() })).min(1) })),
  stop: some(z.object({ code: z.string(), message: z.string() })),
  success: some(z.boolean()),
});
type Handed = z.infer<typeof Handed>;

/** Made from what the node handed on, which is in the log; it contains no words of an agent. */
export function tddVerdict({ node, to, handed }: TddEnd): TddVerdict | null {
  const all: Handed = Object.assign({}, ...handed.map((each) => Handed.safeParse(each).data ?? {}));
  if (all.stop && node !== 'exit') return bad(`${all.stop.code}: ${oneLine(all.stop.message)}`);
  const back = to.find((port) => BACK.has(port));
  if (back !== undefined && all.feedback) return bad(refused(all.feedback.problems));
  if (node === 'gate' && back !== undefined && all.holes) return bad(`${holesIn(all.holes)}: back to the design`);
  return WORDS[node]?.(all, to) ?? null;
}

/** Ports at which refused work returns. */
const BACK = new Set(['typesFix', 'tests', 'impl', 'strengthen', 'fix']);

const WORDS: Readonly<Record<string, (all: Handed, to: readonly string[]) => TddVerdict | null>> = {
  begin: () => good('main is green'),
  types: ({ design }) => said(design && `${plural(design.claim.functions.length, 'function')} designed`),
  typesFix: ({ design }) => said(design && `${plural(design.claim.functions.length, 'function')} designed`),
  skeleton: ({ skeleton }) => (skeleton ? good(`${plural(skeleton.stubbed.length, 'stub')}, and it builds`) : null),
  typeAdversary: ({ holes }) => said(holes && holesIn(holes)),
  gate: (_, to) => (to.includes('fork') ? good('no hole that matters') : bad('back to the design')),
  fork: () => good('two workspaces that share nothing'),
  tests: ({ tests }) => said(tests && `claims ${plural(tests.claim.tests.length, 'test')}`),
  strengthen: ({ tests }) => said(tests && `claims ${plural(tests.claim.tests.length, 'test')}`),
  impl: ({ impl }) => said(impl && `claims ${plural(impl.claim.functions.length, 'function')}`),
  verifyEarly: ({ early }) => (early ? red(early.red.length) : null),
  verifyTDD: ({ verification }) => (verification ? red(verification.red.length) : null),
  merge: () => good('both sides merged'),
  validate: ({ failures }, to) => {
    if (to.includes('postValidate')) return good('all tests pass');
    return failures ? bad(`${plural(failures.length, 'test')} failed`) : null;
  },
  fix: ({ understanding }) => said(understanding && `claims fix ${understanding.attempts}`),
  postValidate: ({ mutation }) => {
    if (!mutation) return null;
    const text = `${mutation.killed} of ${plural(mutation.tried, 'mutant')} noticed`;
    return mutation.killed === mutation.tried ? good(text) : { tone: 'warn', text };
  },
  explain: () => said('survivors explained'),
  explained: ({ proposals }) => said(proposals && `${plural(proposals.length, 'mistake')} put to the tests agent`),
  mutationAdversary: () => said('survivors explained'),
  exit: ({ success, stop }) =>
    success ? good('landed on main') : stop ? bad(`${stop.code}: ${oneLine(stop.message)}`) : null,
};

const good = (text: string): TddVerdict => ({ tone: 'good', text });
const bad = (text: string): TddVerdict => ({ tone: 'bad', text });
/** A statement of an agent is no verdict, so it has no colour. */
const said = (text: string | null | undefined): TddVerdict | null => (text ? { tone: 'plain', text } : null);
const red = (tests: number): TddVerdict => good(`${plural(tests, 'test')} red on the skeleton, for the right reason`);

function refused(problems: readonly { readonly message: string }[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return `refused: ${oneLine(first?.message ?? '')}${more}`;
}

function holesIn(holes: readonly { readonly severity: string }[]): string {
  if (holes.length === 0) return 'no holes';
  const counts = Map.groupBy(holes, ({ severity }) => severity);
  const words = ['Critical', 'Major', 'Minor', 'Informational'].flatMap((severity) => {
    const found = counts.get(severity)?.length ?? 0;
    return found > 0 ? [`${found} ${severity.toLowerCase()}`] : [];
  });
  return `${words.join(', ')} ${holes.length === 1 ? 'hole' : 'holes'}`;
}
