import { findRun } from '#engine/find-run.ts';
import { escapeHtml } from '#host/escape-html.ts';
import { showRun } from '../shown-run.ts';
import type { StaticFiles } from '../static-files.ts';
import { type ExportViewer, exportHtml } from './export-html.ts';
import { type ExportDeps, exportRun } from './export-run.ts';
import { hideHome } from './hide-home.ts';
import { plainRun } from './plain-run.ts';

/** A run as one HTML file. */
export async function renderRun(deps: ExportDeps, files: StaticFiles, wanted: string): Promise<string> {
  const header = await findRun(deps.runs.store, wanted);
  // A file may be passed on: it contains neither secrets nor names of the machine or its user.
  const redactor = hideHome(deps.redactor, deps.env, deps.runs.home);
  const { data, events } = await exportRun({ ...deps, redactor }, header.run);
  return exportHtml({
    title: escapeHtml(redactor.text(`${header.title} · Assay run ${header.run}`)),
    data,
    plain: plainRun(showRun(deps, header), events, redactor),
    viewer: await viewerOf(files),
  });
}

/** Built together with the page; without it the file still says what happened. */
async function viewerOf(files: StaticFiles): Promise<ExportViewer | null> {
  const script = await textOf(files, '/viewer.js');
  return script === null ? null : { script, style: (await textOf(files, '/viewer.css')) ?? '' };
}

async function textOf(files: StaticFiles, path: string): Promise<string | null> {
  const file = await files.get(path);
  return file && new TextDecoder().decode(await file.read());
}
