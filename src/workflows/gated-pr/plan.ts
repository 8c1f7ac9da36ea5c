import type { List, ListItem, Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** One PR of a master plan. */
export interface PlanItem {
  readonly title: string;
  /** The plan's text about it, as Markdown. */
  readonly body: string;
  readonly done: boolean;
  /** The commit in the plan, where it is done. */
  readonly commit: string | null;
  /** The line that carries the title, from 1: where `[DONE]` goes. */
  readonly line: number;
}

export interface PlanReading {
  readonly items: readonly PlanItem[];
  /** How the plan was parsed, for `assay plan check`. */
  readonly by: 'headings' | 'checklist' | 'none';
  readonly problems: readonly string[];
  /** Where a person may have meant it otherwise: how it would be read so. */
  readonly hint?: string;
}

/**
 * A plan as people write it: a heading for each PR (`## PR 1: Parser`), or a list with a line for each. PR headings
 * take precedence; else the outermost list that has check boxes or is the only one.
 */
export function readPlan(text: string): PlanReading {
  const { children } = fromMarkdown(text);
  const items = fromHeadings(text, children) ?? fromList(text, children);
  if (!items) return { items: [], by: 'none', problems: [NOTHING] };
  return { ...items, problems: problemsOf(items.items) };
}

const NOTHING =
  'no PR was found: write one heading for each (`## PR 1: Parse dates`) or a check list (`- [ ] Parse dates`)';

const PR_HEADING = /^(\[[ xX]\]\s*)?(PR|Pull request|Step|Task|Phase|Milestone)\b/i;

function fromHeadings(text: string, children: readonly RootContent[]): Pick<PlanReading, 'items' | 'by'> | null {
  const headings = children.flatMap((node, index) =>
    node.type === 'heading'
      ? [{ index, depth: node.depth, title: sourceOf(text, node).replace(/^#+\s*|\s*#+$/g, '') }]
      : [],
  );
  const named = headings.filter(({ title }) => PR_HEADING.test(plain(title)));
  const [first] = named;
  if (!first) return null;
  const depth = Math.min(...named.map((heading) => heading.depth));
  const items = named
    .filter((heading) => heading.depth === depth)
    .map((heading) => {
      const until = headings.find(({ index, depth: d }) => index > heading.index && d <= depth)?.index;
      const body = between(text, children, heading.index + 1, until ?? children.length);
      return itemOf(heading.title, body, lineOf(children[heading.index]));
    });
  return { items, by: 'headings' };
}

function fromList(text: string, children: readonly RootContent[]): Pick<PlanReading, 'items' | 'by' | 'hint'> | null {
  const lists = children.filter((node): node is List => node.type === 'list');
  const boxed = lists.filter((list) => list.children.some((item) => BOX.test(sourceOf(text, item))));
  const chosen = boxed.length > 0 ? boxed : lists.length === 1 ? lists : [];
  if (chosen.length === 0) return null;
  const items = chosen.flatMap((list) => list.children.map((item) => fromItem(text, item)));
  const above = chosen.map((list) => titleAbove(text, children, list)).find((title) => title !== null);
  return { items, by: 'checklist', ...(above ? { hint: meantAsOne(above) } : {}) };
}

/** The heading that a list of several lines stands under, if it is more than the title of the plan. */
function titleAbove(text: string, children: readonly RootContent[], list: List): string | null {
  const before = children.slice(0, children.indexOf(list)).findLast((node) => node.type === 'heading');
  if (before === undefined || before.depth === 1 || list.children.length < 2) return null;
  return plain(sourceOf(text, before).replace(/^#+\s*|\s*#+$/g, ''));
}

const meantAsOne = (title: string): string =>
  `each line of the list is a PR of its own; under \`## PR 1: ${title}\` they would be what one PR must do`;

const BOX = /^([-*+]|\d+[.)])\s+\[[ xX]\]/;

function fromItem(text: string, item: ListItem): PlanItem {
  const [first = '', ...rest] = sourceOf(text, item).split(/\r?\n/);
  const boxed = BOX.exec(first);
  const title = first.replace(/^([-*+]|\d+[.)])\s+(\[[ xX]\]\s*)?/, '');
  const made = itemOf(title, rest.map((line) => line.replace(/^ {1,4}/, '')).join('\n'), lineOf(item));
  return boxed && /\[[xX]\]/.test(boxed[0]) ? { ...made, done: true } : made;
}

const DONE = /\[DONE\]/i;
const COMMIT = /\b[0-9a-f]{7,64}\b/;

function itemOf(raw: string, body: string, line: number): PlanItem {
  const done = DONE.test(raw) || /^\[[xX]\]/.test(raw);
  return { title: plain(raw), body: body.trim(), done, commit: done ? (COMMIT.exec(raw)?.[0] ?? null) : null, line };
}

/** The title without marks: check box, `[DONE]` and the hash behind it, emphasis. */
const plain = (title: string): string =>
  title
    .replace(/^\[[ xX]\]\s*/, '')
    .replace(/\s*[-–—(]*\s*\[DONE\].*$/i, '')
    .replace(/[*_`]/g, '')
    .trim();

function problemsOf(items: readonly PlanItem[]): string[] {
  const seen = new Map<string, number>();
  return items.flatMap(({ title, line }) => {
    if (title === '') return [`line ${line}: a PR without a title`];
    const before = seen.get(title);
    seen.set(title, line);
    return before === undefined
      ? []
      : [`line ${line}: ${JSON.stringify(title)} is already the title of line ${before}`];
  });
}

const sourceOf = (text: string, node: Nodes): string =>
  text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);

const lineOf = (node: Nodes | undefined): number => node?.position?.start.line ?? 0;

function between(text: string, children: readonly RootContent[], from: number, to: number): string {
  const first = children[from];
  const last = children[to - 1];
  if (!first || !last || to <= from) return '';
  return text.slice(first.position?.start.offset ?? 0, last.position?.end.offset ?? 0);
}
