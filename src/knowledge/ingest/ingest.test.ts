import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Firewall } from '../firewall/firewall.ts';
import { resolve } from '../resolve/resolve.ts';
import { ingestDocs, testProject } from '../testing/project.ts';
import { fetchFolder, fetchSite } from './fetch-source.ts';
import { readHtml } from './formats/html.ts';
import { readMarkdown } from './formats/markdown.ts';
import { readPdf } from './formats/pdf.ts';
import { readPlainText } from './formats/text.ts';
import { ingest, ingestedSources, removeSource } from './ingest.ts';

describe('K10 external sources', () => {
  it('K10.1 reads Markdown by heading, with the lines a citation needs', () => {
    const { title, passages } = readMarkdown(
      'intro\n\n# Leases\n\nHeld for ten seconds.\n\n## Loss\n\nFenced.\n',
      'a.md',
    );
    expect(title).toBe('Leases');
    expect(passages.map(({ headings, first, last }) => [headings, first, last])).toEqual([
      [[], 1, 2],
      [['Leases'], 3, 6],
      [['Leases', 'Loss'], 7, 10],
    ]);
  });

  it('K10.2 reads the visible text of a page, and none of its scripts', () => {
    const { title, passages, links } = readHtml(
      `<title>Guide</title><nav>menu</nav><script>steal()</script><h1 id="top">Retry</h1><p>Wait   twice as
       long.<a href="next.html">next</a></p><h2 id="jit">Jitter</h2><pre>a
  b</pre>`,
      'x',
    );
    expect(title).toBe('Guide');
    expect(passages).toMatchObject([
      { headings: ['Retry'], anchor: 'top' },
      { headings: ['Retry', 'Jitter'], anchor: 'jit', text: expect.stringContaining('a\n  b') },
    ]);
    expect(JSON.stringify(passages)).not.toMatch(/steal|menu/);
    expect(links).toEqual(['next.html']);
  });

  it('K10.3 reads an RFC by its numbers and reStructuredText by its rules, without page breaks', () => {
    const rfc = readPlainText(
      '\n1.  Introduction\n\n   Text.\n\nAuthor    [Page 1]\n\f\n\n2.  Terms\n\n   More.\n',
      'rfc1',
    );
    expect(rfc.passages.map(({ headings }) => headings[0])).toEqual(['1.  Introduction', '2.  Terms']);
    expect(JSON.stringify(rfc.passages)).not.toContain('[Page');
    expect(readPlainText('Title\n=====\n\nBody.\n', 'a.rst').title).toBe('Title');
  });

  it('K10.4 reads a PDF page by page, and says so if a file is not one', async () => {
    const { passages } = await readPdf(Buffer.from(tinyPdf('Leases are fenced')), 'a.pdf');
    expect(passages).toMatchObject([{ page: 1, text: expect.stringContaining('Leases are fenced') }]);
    await expect(readPdf(Buffer.from('no pdf'), 'b.pdf')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('cuts long sections at paragraphs, and keeps their lines', () => {
    const paragraph = `${'word '.repeat(100).trim()}\n\n`;
    const { passages } = readMarkdown(`# Long\n\n${paragraph.repeat(8)}`, 'a.md');
    expect(passages.length).toBeGreaterThan(2);
    for (const [index, { first }] of passages.entries())
      if (index > 0) expect(first).toBe((passages[index - 1]?.last ?? 0) + 1);
  });

  it('K10.5 reads only the changed files of a folder again, forgets deleted ones, and can be removed as a whole', async () => {
    const project = testProject({ 'docs/a.md': '# Alpha\n\nThe first.\n', 'docs/b.md': '# Beta\n\nThe second.\n' });
    const { store } = project.open();
    const folder = join(project.root, 'docs');
    const read = () =>
      ingest(store, {
        ...{ source: folder, kind: 'doc', trust: 'official_docs' },
        documents: fetchFolder(folder, (path) => join('docs', path)),
      });
    expect(await read()).toMatchObject({ documents: 2, unchanged: 0 });
    project.write({ 'docs/a.md': '# Alpha\n\nThe third.\n' });
    expect(await read()).toMatchObject({ documents: 2, unchanged: 1 });
    expect(store.search('third', { domain: 'academic' })[0]?.node.meta.cite).toBe('docs/a.md:1-4');
    expect(store.search('first', { domain: 'academic' })).toEqual([]);
    project.git('rm', '-qf', '--cached', '--ignore-unmatch', '.');
    const { rmSync } = await import('node:fs');
    rmSync(join(folder, 'b.md'));
    expect(await read()).toMatchObject({ documents: 1, removed: 1 });
    expect(ingestedSources(store)).toMatchObject([{ source: folder, documents: 1, passages: 1 }]);
    expect(removeSource(store, folder)).toBe(1);
    expect(store.has('academic')).toBe(false);
  });

  it('K10.6 follows a site below the address it was given, and nowhere else; what cannot be had is named', async () => {
    const pages: Record<string, string> = {
      '/guide/': '<h1>Start</h1><p>one</p><a href="more.html">m</a><a href="/other/">o</a><a href="gone.html">g</a>',
      '/guide/more.html': '<h1>More</h1><p>two</p><a href="/guide/">back</a>',
      '/other/': '<p>never</p>',
    };
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const page = pages[request.url ?? ''];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    onTestFinished(() => void server.close());
    const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/guide/`;
    const { store } = testProject().open();
    const report = await ingest(store, {
      ...{ source, kind: 'article', trust: 'article' },
      documents: fetchSite(source, { fetch, pages: 10 }),
    });
    expect(report).toMatchObject({ documents: 2, skipped: [{ why: 'the server answered 404' }] });
    expect(asked).toEqual(['/guide/', '/guide/more.html', '/guide/gone.html']);
  });

  it('K10.8 lets a citation through the firewall only if it is there, and shows it with its place', async () => {
    const project = testProject({ 'docs/a.md': '# Leases\n\nA lease is held for ten seconds.\n' });
    const knowledge = project.open();
    await knowledge.index();
    await ingestDocs(knowledge, project);
    const wall = new Firewall(knowledge.store, project.root, knowledge.now);
    const claim = (quote: string) =>
      wall.submit({
        statement: 'Leases are short',
        by: 'm',
        references: [{ kind: 'citation', document: 'docs/a.md', quote }],
      });
    expect(claim('held for ten seconds').outcome).toBe('stored');
    expect(claim('held for two seconds').outcome).toBe('blocked');
    expect(resolve(knowledge, 'how long is a lease held', { domains: ['academic'] }).text).toContain(
      'from docs/a.md:1-4',
    );
  });
});

function tinyPdf(text: string): string {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const at = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
