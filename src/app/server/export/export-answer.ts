import type { Context } from 'hono';
import { HttpCode } from '#contracts/http/failure.ts';
import { FILES } from '#contracts/http/routes.ts';
import { findRun } from '#engine/find-run.ts';
import { parse } from '../bind.ts';
import type { ServerContext } from '../server-context.ts';
import type { StaticFiles } from '../static-files.ts';
import { renderRun } from './render-run.ts';

/** For download, not for display here: the file's own policy is for the file, and this is another origin. */
export async function exportAnswer(c: Context, serverContext: ServerContext, files: StaticFiles): Promise<Response> {
  const { run: wanted } = parse(FILES.runHtml.params, c.req.param(), HttpCode.queryInvalid, 'The address');
  const { run } = await findRun(serverContext.runs.store, wanted);
  c.header('Content-Type', FILES.runHtml.type);
  c.header('Content-Disposition', `attachment; filename="assay-${run.replace(/[^A-Za-z0-9_-]/g, '')}.html"`);
  c.header('Cache-Control', 'no-store');
  return c.body(await renderRun(serverContext, files, run));
}
