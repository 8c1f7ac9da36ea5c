import type { List, ListItem, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { ActivePr } from './draft.ts';
import type { GatedState } from './state.ts';

type Item = NonNullable<GatedState['item']>;

/**
 * The criteria of a PR: the open check boxes of the plan item, and the content of "Acceptance criteria" or "Done when".
 * An item without a list is itself the one criterion.
 */
export function readCriteria({ title, body }: Pick<Item, 'title' | 'body'>): string[] {
  const found = criteriaIn(fromMarkdown(body), body);
  return found.length > 0 ? [...new Set(found)] : [title];
}

/** Also for a PR that was picked before criteria were read. */
export const criteriaOf = ({ item }: Pick<GatedState, 'item'>): readonly string[] =>
  item === null ? [] : item.criteria.length > 0 ? item.criteria : [item.title];

function criteriaIn(node: Nodes, text: string): string[] {
  if (!('children' in node)) return [];
  let label = '';
  return node.children.flatMap((child) => {
    if (child.type !== 'list') {
      label = sourceOf(text, child);
      return criteriaIn(child, text);
    }
    return isChecklist(child, text) || isLabel(label)
      ? child.children.map((item) => wordsOf(item, text)).filter((words) => words !== '')
      : criteriaIn(child, text);
  });
}

const BOX = /^([-*+]|\d+[.)])\s+\[([ xX])\]\s*/;
const MARKER = /^([-*+]|\d+[.)])\s+/;

const isChecklist = (list: List, text: string): boolean => list.children.some((item) => BOX.test(sourceOf(text, item)));

/** A heading, or a line that ends in a colon or stands alone: a sentence that merely begins like one is none. */
const isLabel = (source: string): boolean =>
  /^\W*(acceptance|criteria|done when|definition of done)\b/i.test(source) &&
  /^#|[:*_]\s*$/.test(source.trim()) &&
  !source.trim().includes('\n');

/** Empty where it is ticked: the person says that it is done already. */
function wordsOf(item: ListItem, text: string): string {
  const source = sourceOf(text, item);
  if (/[xX]/.test(BOX.exec(source)?.[2] ?? '')) return '';
  return source.replace(BOX, '').replace(MARKER, '').replace(/\s+/g, ' ').trim().slice(0, 400);
}

const sourceOf = (text: string, node: Nodes): string =>
  text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);

/** Which criteria a RED step is for. Where there is only one, it need not say so. */
export const stepCriteria = (
  step: ActivePr['tasks'][number]['tdd_steps'][number],
  criteria: readonly string[],
): readonly number[] => (step.type === 'RED' ? (step.criteria ?? (criteria.length === 1 ? [1] : [])) : []);

type Asked = Pick<GatedState, 'item' | 'words'>;

/** What is missing from a draft: every criterion needs a RED step, or a reason why it has none. */
export function criteriaProblems(draft: Pick<ActivePr, 'tasks' | 'untested'>, asked: Asked): string[] {
  const criteria = criteriaOf(asked);
  const steps = draft.tasks.flatMap((task, t) =>
    task.tdd_steps.map((step, s) => ({ at: `tasks.${t}.tdd_steps.${s}`, step })),
  );
  const named = steps.flatMap(({ at, step }) => (step.criteria ?? []).map((number) => ({ at, number })));
  const unknown = [
    ...named,
    ...(draft.untested ?? []).map(({ criterion }, u) => ({ at: `untested.${u}`, number: criterion })),
  ].filter(({ number }) => number > criteria.length);
  const covered = new Set([
    ...steps.flatMap(({ step }) => stepCriteria(step, criteria)),
    ...(draft.untested ?? []).map(({ criterion }) => criterion),
  ]);
  return [
    ...unknown.map(({ at, number }) => `${at}: there is no criterion ${number}; there are ${criteria.length}`),
    ...criteria.flatMap((text, at) =>
      covered.has(at + 1) || wordFor(asked, text)
        ? []
        : [`criterion ${at + 1} (${quoted(text)}): ${uncovered(at + 1)}`],
    ),
  ];
}

const uncovered = (number: number): string =>
  `no RED step is for it. Give the RED step that tests it "criteria": [${number}]; where no test can show it, name it in "untested" with the reason, and a person is asked`;

/** Criteria that a draft leaves without a test and that a person has not waived yet. */
export function wordsNeeded(draft: Pick<ActivePr, 'untested'>, asked: Asked): { criterion: number; why: string }[] {
  const criteria = criteriaOf(asked);
  return (draft.untested ?? []).filter(({ criterion }) => !wordFor(asked, criteria[criterion - 1] ?? ''));
}

export const wordFor = ({ words }: Pick<GatedState, 'words'>, criterion: string): GatedState['words'][number] | null =>
  words.find((word) => word.criterion === criterion) ?? null;

/** How a criterion was proven. */
export type CriterionProof =
  | { readonly type: 'tests'; readonly tests: readonly string[] }
  | { readonly type: 'word'; readonly by: string; readonly why: string }
  | { readonly type: 'open' };

export interface Criterion {
  readonly number: number;
  readonly text: string;
  readonly proof: CriterionProof;
}

/** The checklist of a PR with what is proven so far. */
export function checklist(state: Pick<GatedState, 'item' | 'words' | 'proven'>): Criterion[] {
  return criteriaOf(state).map((text, at) => {
    const number = at + 1;
    const tests = state.proven.filter(({ criteria }) => criteria.includes(number));
    const word = wordFor(state, text);
    const ids = [...new Set(tests.flatMap(({ lock }) => lock.tests.map(({ id }) => id)))];
    if (ids.length > 0) return { number, text, proof: { type: 'tests', tests: ids } };
    return {
      number,
      text,
      proof: word ? { type: 'word', by: word.by, why: word.why } : { type: 'open' },
    };
  });
}

/** Those that tests have shown: what a person waived is not among them. */
export const provenCriteria = (state: Pick<GatedState, 'item' | 'words' | 'proven'>): string[] =>
  checklist(state).flatMap(({ proof, text }) => (proof.type === 'tests' ? [text] : []));

export const unproven = (state: Pick<GatedState, 'item' | 'words' | 'proven'>): Criterion[] =>
  checklist(state).filter(({ proof }) => proof.type === 'open');

const quoted = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
