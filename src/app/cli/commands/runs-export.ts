import { resolve } from 'node:path';
import { EXIT } from '#contracts/errors.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { redactor } from '#host/redact.ts';
import { findRun } from '../../find-run.ts';
import { withRuns } from '../../runs.ts';
import { renderRun } from '../../server/export/render-run.ts';
import { knownGraphs } from '../../server/graphs.ts';
import { StaticFiles } from '../../server/static-files.ts';
import { WEB_FOLDER } from '../../server/web-folder.ts';
import type { Cli, JsonOption } from '../context.ts';

export interface ExportOptions extends JsonOption {
  readonly html: string;
}

/** A run as one HTML file that opens without a server. */
export async function exportCommand({ screen, env, version }: Cli, wanted: string, options: ExportOptions) {
  return withRuns(env, async (runs) => {
    const { run } = await findRun(runs.store, wanted);
    const deps = { runs, env, version, graphs: knownGraphs(runs, env), redactor: redactor({}, env), drives: NONE };
    const html = await renderRun(deps, new StaticFiles(WEB_FOLDER, runs.clock), run);
    const file = resolve(options.html);
    await writeFileAtomic(file, html);
    const bytes = Buffer.byteLength(html);
    if (options.json) screen.json({ run, file, bytes });
    else screen.out(`run ${run} is in ${file} (${Math.ceil(bytes / 1024)} KB); it opens without a server`);
    return EXIT.done;
  });
}

/** This process drives no run. */
const NONE = { has: () => false };
