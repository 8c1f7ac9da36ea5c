import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORT_ELEMENT, RunExport } from '#contracts/http/run-export.ts';
import { runView } from '#contracts/run-view.ts';
import { tempHome } from '../cli/assay.ts';
import { completed, makeRun, scheduled, started } from './made-run.ts';
import { openWindow, tempFolder } from './window.ts';

const NASTY = '</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> \u2028\u2029';

/** What the file carries, as its viewer would read it. */
function dataOf(html: string): RunExport {
  const [, json = ''] =
    new RegExp(`<script type="application/json" id="${EXPORT_ELEMENT}">(.*?)</script>`, 's').exec(html) ?? [];
  return RunExport.parse(JSON.parse(json));
}

/** Without a viewer the file has no script but the data. */
const scriptsOf = (html: string): string[] => [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);

describe('X3 a run shared as one HTML file', () => {
  it('X3.1 contains the whole run as data, and nothing in it ends the data or runs', async () => {
    const { client, runs } = await openWindow({ web: join(await tempFolder(), 'none') });
    const hash = await runs.blobs.put(`output ${NASTY}`);
    const events = [scheduled('a#1'), started('a#1'), completed('a#1', { text: NASTY, blob: hash })];
    const run = await makeRun(runs, { id: 'shared', title: NASTY, events });
    const { text: html, headers } = await client.raw(`/api/runs/${run}/export.html`);
    expect(headers['content-disposition']).toBe('attachment; filename="assay-shared.html"');
    expect(scriptsOf(html)).toEqual([`<script type="application/json" id="${EXPORT_ELEMENT}">`]);
    expect(html).not.toMatch(/<img|<!--/);
    expect(html.slice(html.indexOf('<script'))).not.toMatch(/\u2028|\u2029/);
    expect(html).toContain(`content="default-src 'none';`);
    const data = dataOf(html);
    expect(data.run).toMatchObject({ run, title: NASTY, shown: 'interrupted' });
    expect(runView(data.events).nodes).toMatchObject([{ act: 'a#1', state: 'done' }]);
    expect(data.blobs[hash]).toMatchObject({ text: `output ${NASTY}`, cut: false });
    expect(data.graph.source).toBe('log');
  });

  it('X3.3 names no home: paths below it begin with ~ instead', async () => {
    const { client, runs } = await openWindow({ web: join(await tempFolder(), 'none') });
    const home = runs.home.root;
    const hash = await runs.blobs.put(`at ${home}/work/app.ts:3 and ${home}-other/x`);
    const said = { text: `file://${home}/a.ts ${encodeURIComponent(`${home}/b.ts`)}`, blob: hash };
    const events = [scheduled('a#1'), started('a#1'), completed('a#1', said)];
    const run = await makeRun(runs, { id: 'homely', title: `Fix ${home}/src`, events });
    const { text: html } = await client.raw(`/api/runs/${run}/export.html`);
    expect(html.replaceAll(`${home}-other`, '')).not.toContain(home);
    expect(html).not.toContain(encodeURIComponent(home));
    expect(dataOf(html).blobs[hash]?.text).toBe(`at ~/work/app.ts:3 and ${home}-other/x`);
    expect(dataOf(html).run.title).toBe('Fix ~/src');
  });

  it('X3.2 requests nothing from the network and names no address', async () => {
    const { client, runs } = await openWindow({ web: join(await tempFolder(), 'none') });
    const run = await makeRun(runs, { id: 'quiet' });
    const { text: html } = await client.raw(`/api/runs/${run}/export.html`);
    expect(html).not.toMatch(/(?:src|href)=|https?:|url\(/);
  });

  it('includes the viewer if there is one, allowed only by its hash', async () => {
    const web = join(await tempFolder(), 'web');
    await mkdir(web);
    await writeFile(join(web, 'viewer.js'), 'const end = "</script>"; document.title = end;');
    await writeFile(join(web, 'viewer.css'), 'body{color:red}');
    const { client, runs } = await openWindow({ web });
    const run = await makeRun(runs, { id: 'viewed' });
    const { text: html } = await client.raw(`/api/runs/${run}/export.html`);
    expect(scriptsOf(html)).toEqual([
      `<script type="application/json" id="${EXPORT_ELEMENT}">`,
      '<script type="module">',
    ]);
    const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? [];
    expect(script).toBe('const end = "<\\/script>"; document.title = end;');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(html).toContain(`script-src 'sha256-${hash}';`);
    expect(html).toContain('body{color:red}');
  });

  it('is written by the command line as well', async () => {
    const home = tempHome();
    expect((await home.assay('demo', 'first-run', '--fast', '--json')).code).toBe(0);
    const file = join(home.root, 'run.html');
    const told = await home.json('runs', 'export', 'last', '--html', file);
    expect(told).toMatchObject({ file, run: expect.any(String) });
    const data = dataOf(await readFile(file, 'utf8'));
    expect(data.run).toMatchObject({ shown: 'completed', simulated: true });
    expect(data.graph.source).toBe('graph');
    expect(data.events).toHaveLength(data.run.head);
  });
});
