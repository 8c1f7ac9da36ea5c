import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { tempHome } from '../cli/assay.ts';
import { signIn, until } from './window.ts';

/** A browser that notes what it was started with: what every user of the machine can read in `ps`. */
function notingBrowser(): { PATH: string; noted: string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-opener-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const noted = join(folder, 'noted');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > ${noted}.part && mv ${noted}.part ${noted}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  return { PATH: `${folder}:${process.env.PATH ?? ''}`, noted };
}

const Listening = z.object({ url: z.string(), link: z.string() });
const LINK = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/;

describe('the link that lets a browser in', () => {
  it('X9.1 is in no process’s arguments: the browser is given a file that its owner alone can read', async () => {
    const { PATH, noted } = notingBrowser();
    const home = tempHome({ PATH, DISPLAY: ':0' });
    const serve = home.start('serve', '--open', '--json', '--port', '0');
    onTestFinished(() => serve.kill('SIGKILL'));
    const seen = await until(async () => existsSync(noted) && readFileSync(noted, 'utf8'));
    await until(async () => serve.said().endsWith('\n'));
    const { link } = Listening.parse(JSON.parse(serve.said()));

    // The attack: anyone who reads the arguments has the token, and is let in before the browser is.
    expect(seen).not.toMatch(/token/);
    const file = fileURLToPath(seen);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(home.root).mode & 0o777).toBe(0o700);
    const [inFile = ''] = LINK.exec(readFileSync(file, 'utf8')) ?? [];
    expect(inFile).not.toBe(link);
    // It leads there; the printed link is still good for another browser.
    expect((await (await signIn(inFile)).raw('/api/session')).status).toBe(200);
    expect((await (await signIn(link)).raw('/api/session')).status).toBe(200);

    serve.kill('SIGTERM');
    await serve.ended;
    expect(existsSync(file)).toBe(false);
  });
});
