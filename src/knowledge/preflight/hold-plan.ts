import type { FactReference } from '../firewall/fact.ts';
import { claimMentionsOf } from '../firewall/mentions.ts';
import { verify } from '../firewall/verify.ts';
import { graphNeighbours } from '../graph/traverse.ts';
import { type HistoryHit, searchHistory } from '../history/search-history.ts';
import type { Knowledge } from '../knowledge.ts';
import { DOMAINS, type Domain } from '../store/kinds.ts';
import type { KnowledgeNode } from '../store/node-types.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { termsOf } from '../text/words.ts';
import { knownPlaceOf, placeLabelOf } from '../tools/look-up.ts';

export interface PlanFinding {
  readonly domain: Domain;
  /** One line; third-party text is quoted. */
  readonly text: string;
}

export interface HeldPlan {
  /** Whether anything is known about the plan's subject. */
  readonly known: Readonly<Record<Domain, boolean>>;
  readonly findings: readonly PlanFinding[];
}

const MOST_THINGS = 40;
const MOST_OF_EACH = 3;
/** Notes that share fewer informative words with a plan are about something else. */
const SHARED = 3;

/**
 * Compares a plan with what is known before it is accepted: names that do not exist, or exist already, code that
 * depends on what it changes, earlier refusals and their fixes, and documents.
 */
export function holdPlan(knowledge: Knowledge, plan: string): HeldPlan {
  const things = thingsOf(plan);
  const names = new Set(things.map(({ name }) => name));
  const code = things.flatMap((thing) => codeFinding(knowledge, thing));
  const past = pastOf(knowledge, plan, names);
  const read = readOf(knowledge, plan, names);
  const findings = [...code, ...past, ...read];
  const isKnown = (domain: Domain): boolean =>
    domain === 'code'
      ? knowledge.code.search(plan.slice(0, 4_000), { limit: 1 }).length > 0
      : findings.some((finding) => finding.domain === domain);
  return {
    known: Object.fromEntries(DOMAINS.map((domain) => [domain, isKnown(domain)])) as Record<Domain, boolean>,
    findings: unique(findings),
  };
}

/** In words, one finding per line. */
export const planLines = ({ known, findings }: HeldPlan): string[] => [
  ...(known.code ? [] : ['code: nothing here is about this yet']),
  ...findings.map(({ domain, text }) => `${domain === 'academic' ? 'documents' : domain}: ${text}`),
];

interface Thing {
  readonly name: string;
  readonly reference: Extract<FactReference, { kind: 'file' | 'symbol' }>;
  /** `made`: the plan says that it will be created; `near`: something new is created on its line. */
  readonly comes: 'made' | 'near' | null;
}

const MAKES = /\b(?:add|adds|create|creates|introduce|introduces|write|writes|new|rename|move|extract)\b/i;
const MADE =
  /\b(?:add|create|introduce|write|new)(?: (?:a|an|the|new|file|function|class|method|type|module|helper|constant))* ?`?$/i;

function thingsOf(plan: string): Thing[] {
  const things = new Map<string, Thing>();
  for (const line of plan.split('\n'))
    for (const mention of claimMentionsOf({ statement: line, references: [], by: 'plan' })) {
      if (!('reference' in mention)) continue;
      const { reference } = mention;
      if (reference.kind !== 'file' && reference.kind !== 'symbol') continue;
      const name = reference.kind === 'file' ? reference.path : reference.name;
      if (things.has(name)) continue;
      const isMade = MADE.test(line.slice(0, Math.max(0, line.indexOf(name))));
      things.set(name, { name, reference, comes: isMade ? 'made' : MAKES.test(line) ? 'near' : null });
    }
  return [...things.values()].slice(0, MOST_THINGS);
}

function codeFinding({ store, root }: Knowledge, { name, reference, comes }: Thing): PlanFinding[] {
  const { holds } = verify(store, root, reference);
  const found = (text: string): PlanFinding[] => [{ domain: 'code', text }];
  if (holds === false) return comes === null ? found(`${name} does not exist, and the plan does not create it`) : [];
  const [node] =
    reference.kind === 'file'
      ? [store.byKey(`code:${reference.path}`)]
      : store.byName(name.slice(name.lastIndexOf('.') + 1), ['function', 'type']);
  if (!node) return [];
  if (comes === 'made') return found(`${name} already exists: ${knownPlaceOf(node)}`);
  const using = graphNeighbours(store, node.id, { way: 'in', kinds: ['calls', 'imports'], limit: 200 });
  return using.length === 0 ? [] : found(`${name} is used by ${using.length}: ${listed(using.map((one) => one.node))}`);
}

function listed(nodes: readonly KnowledgeNode[]): string {
  const names = [...new Set(nodes.map((node) => `${placeLabelOf(node)} (${knownPlaceOf(node)})`))];
  const more = names.length - MOST_OF_EACH;
  return `${names.slice(0, MOST_OF_EACH).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function pastOf(knowledge: Knowledge, plan: string, names: ReadonlySet<string>): PlanFinding[] {
  const isAbout = ({ files, text }: HistoryHit): boolean =>
    files.some((file) => names.has(file)) || isLike(plan, text, names);
  return searchHistory(knowledge, { words: plan, kinds: ['failure', 'decision'], limit: 30 })
    .filter((hit) => isAbout(hit) && (hit.kind === 'decision' ? !hit.text.includes('was accepted after') : true))
    .slice(0, MOST_OF_EACH)
    .map(({ kind, text, resolution, at }) => {
      const what = kind === 'failure' ? 'refused or failed before' : 'decided before';
      const day = new Date(at).toISOString().slice(0, 10);
      const then = resolution === null ? '' : `; fixed by: ${quoted(resolution)}`;
      return { domain: 'history', text: `${what} (${day}): ${quoted(text)}${then}` };
    });
}

function readOf({ store }: Knowledge, plan: string, names: ReadonlySet<string>): PlanFinding[] {
  return store
    .search(plan, { domain: 'academic', limit: 20 })
    .filter(({ node }) => node.meta.cite !== undefined && isLike(plan, `${node.name} ${node.text}`, names))
    .slice(0, MOST_OF_EACH)
    .map(({ node }) => ({ domain: 'academic', text: `${String(node.meta.cite)} says ${quoted(node.text)}` }));
}

/** It names something in the plan, or shares enough informative words with it. */
function isLike(plan: string, text: string, names: ReadonlySet<string>): boolean {
  if ([...names].some((name) => name.length > 3 && text.includes(name))) return true;
  const words = new Set(termsOf(text).filter((term) => term.length > 3 && !STOP_WORDS.has(term)));
  const asked = new Set(termsOf(plan));
  return [...words].filter((word) => asked.has(word)).length >= SHARED;
}

const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 240));

const unique = (findings: readonly PlanFinding[]): PlanFinding[] => [
  ...new Map(findings.map((finding) => [finding.text, finding])).values(),
];
