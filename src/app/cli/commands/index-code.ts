import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import type { IndexReport } from '#knowledge/code/index-project.ts';
import { watchProject } from '#knowledge/code/watch-project.ts';
import type { Knowledge } from '#knowledge/knowledge.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';
import { progressLine } from '../progress-line.ts';
import type { Screen } from '../screen.ts';
import { count, durationText, plural } from '../words.ts';

export interface IndexCommand extends JsonOption {
  readonly watch?: boolean;
}

/** Updates the index of a project and reports what was done; with `watch`, again after every change. */
export async function indexCode({ screen, env }: Cli, folder: string, { json, watch }: IndexCommand): Promise<number> {
  const wanted = resolve(folder);
  if (!statSync(wanted, { throwIfNoEntry: false })?.isDirectory())
    throw usage(`${wanted} is not a folder`, 'Name the folder of a project: assay index ~/src/project');
  return withKnowledge(env, wanted, async (knowledge) => {
    const began = performance.now();
    const report = await refresh(screen, knowledge);
    const ms = Math.round(performance.now() - began);
    if (json) screen.json({ root: knowledge.root, ...report, ms });
    else for (const line of reportLines(report, ms)) screen.out(line);
    if (watch && !report.stopped) await keepUp(screen, knowledge, json ?? false);
    return report.stopped ? EXIT.failed : EXIT.done;
  });
}

/** Until Ctrl-C. */
async function keepUp(screen: Screen, knowledge: Knowledge, json: boolean): Promise<void> {
  const stop = new AbortController();
  const interrupts = onInterrupt(() => stop.abort());
  if (!json) screen.err('watching; Ctrl-C ends it');
  try {
    await watchProject({
      root: knowledge.root,
      signal: stop.signal,
      trouble: (folder, why) => {
        screen.err(`changes in ${folder === '' ? 'the project' : folder} are not seen: ${why}`);
        if (folder === '') stop.abort();
      },
      update: async (only) => {
        const began = performance.now();
        const report = await knowledge.index({ signal: stop.signal, ...(only === null ? {} : { only }) });
        const ms = Math.round(performance.now() - began);
        if (report.changed + report.removed === 0) return;
        if (json) screen.json({ changed: report.changed, removed: report.removed, ms });
        else screen.out(`${count(report.changed)} read, ${count(report.removed)} gone (${durationText(ms)})`);
      },
    });
  } finally {
    interrupts.release();
  }
}

/** Reads what changed since the last time, with a progress line on a terminal. */
export async function refresh(screen: Screen, knowledge: Knowledge): Promise<IndexReport> {
  if (knowledge.setAside) {
    screen.err(`The database was damaged; it was kept as ${knowledge.setAside}, and a new one was created.`);
  }
  const stop = new AbortController();
  const interrupts = onInterrupt(() => stop.abort());
  let shown = 0;
  try {
    return await knowledge.index({
      signal: stop.signal,
      progress: (done, total, path) => {
        if (!screen.isTty || performance.now() - shown < 100) return;
        shown = performance.now();
        process.stderr.write(`\r\x1b[K${done === total ? '' : progressLine(done, total, path, screen.width)}`);
      },
    });
  } finally {
    if (screen.isTty && shown > 0) process.stderr.write('\r\x1b[K');
    interrupts.release();
  }
}

function reportLines(report: IndexReport, ms: number): string[] {
  const skipped = Object.entries(report.skipped).map(([why, n]) => `${count(n)} ${why}`);
  return [
    `${plural(report.files, 'file')} known; ${count(report.changed)} read, ${count(report.removed)} gone, ${plural(report.commits, 'new commit')} (${durationText(ms)})`,
    ...(skipped.length > 0 ? [`left out: ${skipped.join(', ')}`] : []),
    ...(report.notes > 0 ? [`${plural(report.notes, 'file')} read with doubts: assay knowledge stats names them`] : []),
    ...(report.vectorsBefore
      ? [
          `the vectors of ${report.vectorsBefore} were thrown away: another embedder is used now, and every file was read again`,
        ]
      : []),
    ...(report.withoutVectors
      ? [`${report.withoutVectors}; what was read is found by words until assay index gets its vectors`]
      : []),
    ...(report.stopped ? ['stopped; assay index continues where it stopped'] : []),
  ];
}
