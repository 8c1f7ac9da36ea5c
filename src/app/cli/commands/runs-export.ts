import { resolve } from 'node:path';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { redactor } from '#host/redact.ts';
import { withRuns } from '../../open-runs.ts';
import { renderRun } from '../../server/export/render-run.ts';
import { knownGraphs } from '../../server/graphs.ts';
import { StaticFiles } from '../../server/static-files.ts';
import { WEB_FOLDER } from '../../server/web-folder.ts';
import type { Cli, JsonOption } from '../context.ts';
import { findRunHere } from '../near-here.ts';

export interface ExportOptions extends JsonOption {
  readonly html?: string;
  /** True: to the collector that the environment names. */
  readonly otlp?: string | true;
}

export async function exportCommand(cli: Cli, wanted: string, options: ExportOptions) {
  if ((options.html === undefined) === (options.otlp === undefined))
    throw new AssayError('USAGE', 'say what to make of it: --html FILE or --otlp [FILE]', {
      next: 'assay runs export last --html run.html',
    });
  if (options.otlp !== undefined)
    return (await import('./runs-export-otlp.ts')).exportOtlp(cli, wanted, options.otlp, options);
  return exportHtml(cli, wanted, options.html ?? '', options);
}

/** A run as one HTML file that opens without a server. */
async function exportHtml({ screen, env, version }: Cli, wanted: string, to: string, options: JsonOption) {
  return withRuns(env, async (runs) => {
    const { run } = await findRunHere({ env }, runs, wanted);
    const deps = { runs, env, version, graphs: knownGraphs(runs, env), redactor: redactor({}, env), drives: NONE };
    const html = await renderRun(deps, new StaticFiles(WEB_FOLDER, runs.clock), run);
    const file = resolve(to);
    await writeFileAtomic(file, html);
    const bytes = Buffer.byteLength(html);
    if (options.json) screen.json({ run, file, bytes });
    else screen.out(`run ${run} is in ${file} (${Math.ceil(bytes / 1024)} KB); it opens without a server`);
    return EXIT.done;
  });
}

/** This process drives no run. */
const NONE = { has: () => false };
