import type { HybridResult } from '#workflows/hybrid-tdd/result.ts';
import type { WorkItem } from '#workflows/hybrid-tdd/work-items.ts';
import { commandName } from '../../cli/command-name.ts';
import { cut, wrap } from '../../cli/fit.ts';
import type { Screen } from '../../cli/screen.ts';
import { count, plural, spentText } from '../../cli/words.ts';

type Look = Pick<Screen, 'paint' | 'width'>;

/** The result of a run: the outcome, the measurements, and what is left to do. */
export function tddSummary(run: string, result: HybridResult, look: Look): string[] {
  const { paint } = look;
  return [
    ...outcomeLines(result, look),
    ...redLines(result),
    ...mutationLines(result, look),
    `  ${count(result.cost.tokens)} tokens, ${spentText(result.cost)}`,
    ...nextLines(result.next, look),
    '',
    `  ${paint('dim', 'next:')} ${nextStep(run, result)}`,
  ];
}

function outcomeLines({ success, landed, kept, stop }: HybridResult, { paint, width }: Look): string[] {
  if (success) return [paint('green', `✓ landed ${landed?.slice(0, 12) ?? ''}`)];
  if (!stop) return [paint('red', '✗ it did not land')];
  const indented = (text: string): string[] => wrap(text, Math.max(20, width - 4)).map((line) => `  ${line}`);
  return [
    paint('red', `✗ ${stop.code}`),
    ...stop.message.split('\n').flatMap(indented),
    ...stop.problems.slice(0, MOST).flatMap(({ code, message }) => indented(`- ${code}: ${message.split('\n')[0]}`)),
    ...more(stop.problems.length),
    ...indented(stop.next),
    ...(kept === null ? [] : [`  what did not land is kept at ${kept}`]),
  ];
}

function redLines({ red }: HybridResult): string[] {
  if (red.length === 0) return ['  no test was proven red'];
  const by = Map.groupBy(red, (test) => test.by);
  const told = REASONS.flatMap(([reason, words]) => {
    const found = by.get(reason)?.length ?? 0;
    return found > 0 ? [`${found} ${words}`] : [];
  });
  return [`  ${plural(red.length, 'test')} red on the skeleton, one by one: ${told.join(', ')}`];
}

const REASONS = [
  ['sentinel', 'at a stub'],
  ['assertion', 'on an assertion'],
  ['returning-stubs', 'once stubs returned instead of throwing'],
] as const;

function mutationLines({ mutation }: HybridResult, { paint, width }: Look): string[] {
  if (mutation === null) return ['  mutants: not tried'];
  if (mutation.type !== 'measured') return [cut(`  mutants: none tried: ${mutation.why}`, width)];
  const { killed, tried, survivors } = mutation;
  const line = `  mutants: ${killed} of ${tried} killed, ${survivors.length} survived`;
  const shown = survivors
    .slice(0, MOST)
    .map(({ kind, function: name, line: at, blocks }) =>
      cut(`    ${kind} in ${name ?? 'the module'}, line ${at}${blocks ? ' (blocks)' : ''}`, width),
    );
  return [survivors.length === 0 ? line : paint('yellow', line), ...shown, ...more(survivors.length)];
}

function nextLines(next: readonly WorkItem[], { paint, width }: Look): string[] {
  if (next.length === 0) return [];
  return [
    '',
    paint('bold', `${plural(next.length, 'work item')} for the next run`),
    ...next.slice(0, MOST).map((item) => cut(`  - ${itemWords(item)}`, width)),
    ...more(next.length),
  ];
}

function itemWords(item: WorkItem): string {
  switch (item.type) {
    case 'redesign':
      return `redesign (${item.severity.toLowerCase()}): ${item.what}`;
    case 'add-property':
      return `add the property ${item.property.name}: ${item.property.invariant}`;
    case 'cover':
      return `cover ${item.function}: ${item.what}`;
    case 'fix':
      return `fix ${item.test}: ${item.what}`;
  }
}

const MOST = 8;
const more = (all: number): string[] => (all > MOST ? [`    … and ${all - MOST} more`] : []);

function nextStep(run: string, { next, success }: HybridResult): string {
  const assay = commandName(process.env);
  if (next.length > 0) return `${assay} tdd next ${run} > next.yaml && ${assay} tdd next.yaml`;
  return success ? 'git log main' : `${assay} runs show ${run}`;
}
