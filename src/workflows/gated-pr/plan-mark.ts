import { readPlan } from './plan.ts';

/**
 * The plan with one PR marked: `[DONE]` and the commit on its line, replacing an earlier mark; nothing else changed.
 */
export function markDone(text: string, title: string, commit: string): string | null {
  const item = readPlan(text).items.find((candidate) => candidate.title === title);
  if (!item) return null;
  const lines = text.split('\n');
  const line = lines[item.line - 1];
  if (line === undefined) return null;
  const end = line.endsWith('\r') ? '\r' : '';
  const ticked = line
    .slice(0, line.length - end.length)
    .replace(/\[ \]/, '[x]')
    .replace(MARK, '');
  lines[item.line - 1] = `${ticked} [DONE] ${commit}${end}`;
  return lines.join('\n');
}

const MARK = /\s*\[DONE\].*$/i;

/** The plan with the boxes of one PR ticked that these criteria are: what a person waived stays open. */
export function tickCriteria(text: string, title: string, proven: readonly string[]): string {
  const { items } = readPlan(text);
  const item = items.find((candidate) => candidate.title === title);
  if (!item) return text;
  const next = Math.min(...items.map(({ line }) => line).filter((line) => line > item.line), Number.POSITIVE_INFINITY);
  return text
    .split('\n')
    .map((line, index) => {
      const [, before = '', words = ''] = BOX.exec(line) ?? [];
      if (index < item.line || index + 1 >= next || words === '' || !item.body.includes(words)) return line;
      // A criterion may continue in the lines below its box.
      const start = words.replace(/\s+/g, ' ').trim();
      return proven.some((criterion) => criterion.startsWith(start.slice(0, criterion.length)))
        ? `${before}[x]${line.slice(before.length + '[ ]'.length)}`
        : line;
    })
    .join('\n');
}

const BOX = /^(\s*(?:[-*+]|\d+[.)])\s+)\[ \]\s*(.*?)\s*$/;

export type PlanMark = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Whether `after` is `before` with this PR marked as done by this commit, and nothing else. */
export function checkMark(before: string, after: string, title: string, commit: string): PlanMark {
  const item = readPlan(before).items.find((candidate) => candidate.title === title);
  if (!item) return { ok: false, why: `the plan has no PR called ${JSON.stringify(title)}` };
  const was = before.split('\n');
  const is = after.split('\n');
  const changed = was.flatMap((line, index) => (line === is[index] ? [] : [index + 1]));
  if (was.length !== is.length || changed.some((line) => line !== item.line)) {
    return { ok: false, why: `only line ${item.line} of the plan may change; other lines did` };
  }
  const marked = (is[item.line - 1] ?? '').replace(/\r$/, '');
  if (!/\[DONE\]/i.test(marked)) return { ok: false, why: `line ${item.line} does not say [DONE]` };
  if (!marked.includes(commit)) return { ok: false, why: `line ${item.line} does not name the commit ${commit}` };
  const rest = (line: string) =>
    line
      .replace(/\r$/, '')
      .replace(/\[[ xX]\]/, '')
      .replace(MARK, '')
      .trim();
  if (rest(marked) !== rest(was[item.line - 1] ?? ''))
    return { ok: false, why: `line ${item.line} says something else now` };
  const extra = marked
    .replace(/^.*?\[DONE\]/i, '')
    .replace(commit, '')
    .replace(/[()`\s:,—–-]/g, '');
  return extra === '' ? { ok: true } : { ok: false, why: `line ${item.line} says more than [DONE] and the commit` };
}
