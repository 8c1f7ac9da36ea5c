import { textOf } from '#contracts/run-timeline.ts';
import { momentInWords, stepName } from '#contracts/stories/step-name.ts';
import { cost, count, duration, fullTime } from '../lib/format.ts';
import { lookOf } from './node-look.ts';
import type { RunSnapshot } from './run-snapshot.ts';

/** A run as Markdown, for a pull request or a message. Agents' text stays text. */
export function runMarkdown({ run, view, graph: { chapters } }: Pick<RunSnapshot, 'run' | 'view' | 'graph'>): string {
  const byAct = new Map(view.nodes.map((node) => [node.act, node]));
  const lines = [
    `# ${plain(run.title)}`,
    '',
    `Run \`${run.run}\` of workflow \`${run.graph.name}\`: **${run.shown}**. Began ${fullTime(view.startedAt)}.`,
    `${count(view.spent.attempts)} attempts of agents, ${count(view.spent.tokens)} tokens, ${cost(view.spent)}, ${duration(view.spent.seconds * 1_000)} of work.`,
    ...(run.simulated ? ['', '> Simulated: a scripted model answered, and nothing was paid.'] : []),
    ...(view.error ? ['', `**Error ${view.error.code}**: ${plain(view.error.message)}`] : []),
    ...(view.output ? ['', `Result: ${code(textOf(view.output))}`] : []),
    '',
    '| step | kind | state | attempts | time | last error |',
    '|---|---|---|---:|---:|---|',
    ...view.nodes.map((node) => {
      const { label } = lookOf(node, run.driver !== null);
      const cells = [plain(stepName(node, chapters)), node.kind, label, String(node.attempts), duration(node.ms)];
      return `| ${[...cells, plain(node.error?.message ?? '')].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    }),
    '',
    '<details><summary>What happened</summary>',
    '',
    ...view.timeline.map(
      (moment) => `${moment.seq}. ${plain(momentInWords(moment, (act) => byAct.get(act), chapters))}`,
    ),
    '',
    '</details>',
    '',
  ];
  return lines.join('\n');
}

/** Characters with a meaning in Markdown or HTML. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#&]/g, '\\$&');

/** As code, whatever backticks it contains. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${text} ${fence}`;
}
