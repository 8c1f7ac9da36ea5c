import type { ShownRun } from '#contracts/http/run-shown.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { labelOf, runView } from '#contracts/run-view.ts';
import { costWords } from '#contracts/usage.ts';
import { escapeHtml } from '#host/escape-html.ts';
import type { Redactor } from '#host/redact.ts';

/** A run as plain HTML: what happened, in words. All content is escaped text. */
export function plainRun(run: ShownRun, events: readonly RunEvent[], redactor: Redactor): string {
  const view = runView(events);
  const text = (value: string | number): string => escapeHtml(redactor.text(String(value)));
  const time = (at: number): string => text(new Date(at).toISOString().replace('T', ' ').slice(0, 19));
  const nodes = view.nodes.map(
    (node) =>
      `<tr><td>${text(labelOf(node))}</td><td>${text(node.kind)}</td><td>${text(node.state)}</td><td>${node.attempts}</td><td>${text(node.error?.message ?? '')}</td></tr>`,
  );
  const moments = view.timeline.map(
    ({ seq, at, tone, text: said }) =>
      `<tr class="${tone === 'quiet' ? 'quiet' : ''}"><td>${seq}</td><td>${time(at)}</td><td>${text(said)}</td></tr>`,
  );
  return [
    '<main class="plain">',
    `<h1>${text(run.title)}</h1>`,
    `<p>Run ${text(run.run)}, ${text(run.shown)}. Workflow ${text(run.graph.name)}. Began ${time(view.startedAt)} UTC.`,
    `${view.spent.attempts} attempts of agents, ${view.spent.tokens} tokens, ${costWords(view.spent, (usd) => `$${usd.toFixed(2)}`)}.</p>`,
    ...(run.simulated ? ['<p><strong>Simulated: a scripted model answered, and nothing was paid.</strong></p>'] : []),
    ...(view.error ? [`<p>Error ${text(view.error.code)}: ${text(view.error.message)}</p>`] : []),
    ...(view.output ? [`<p>Result: ${text(textOf(view.output))}</p>`] : []),
    `<h2>Nodes</h2><table><tr><th>node</th><th>kind</th><th>state</th><th>attempts</th><th>last error</th></tr>${nodes.join('\n')}</table>`,
    `<h2>What happened</h2><table>${moments.join('\n')}</table>`,
    '</main>',
  ].join('\n');
}
