import type { Refusal } from '#contracts/gate.ts';
import { readPlan } from './plan.ts';

/**
 * The plan is the person's. A change may touch other parts of its file (a plan can be in a README); the items, their
 * words, their order and their marks stay as on main.
 */
export function planProblems(path: string, before: string | null, after: string | null): Refusal[] {
  if (before === after || before === null) return [];
  const [was, is] = [itemsOf(before), itemsOf(after ?? '')];
  const at = [...was.keys(), ...is.keys()].find((index) => JSON.stringify(was[index]) !== JSON.stringify(is[index]));
  if (after !== null && at === undefined) return [];
  const what =
    after === null
      ? 'is gone'
      : `says something else: ${named(was[at ?? 0])} became ${named(is[at ?? 0])}${sameTitle(was[at ?? 0], is[at ?? 0])}`;
  return [
    {
      code: 'PLAN_CHANGED',
      message: `${path} ${what}`,
      next: `Put it back as main has it (git checkout main -- ${path}): the plan is the person's, and Assay has it marked when the PR is done.`,
      file: path,
    },
  ];
}

type Item = Pick<ReturnType<typeof readPlan>['items'][number], 'title' | 'body' | 'done' | 'commit'>;

const itemsOf = (text: string): Item[] =>
  readPlan(text).items.map(({ title, body, done, commit }) => ({ title, body, done, commit }));

const named = (item: Item | undefined): string =>
  item ? `${JSON.stringify(item.title)}${item.done ? ' [DONE]' : ''}` : 'nothing';

const sameTitle = (was: Item | undefined, is: Item | undefined): string =>
  was && is && was.title === is.title && was.done === is.done ? ', with other words below it' : '';
