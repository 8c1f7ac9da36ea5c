import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fileBlobs, memoryBlobs } from './blob-store.ts';
import { manualClock } from './clock.ts';
import { type ProcessRequest, type ProcessResult, runProcess } from './run-process.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { tinyDisk } from './testing/tiny-disk.ts';

const env = { PATH: process.env.PATH };
const run = (request: Partial<ProcessRequest>): Promise<ProcessResult> =>
  runProcess({ program: process.execPath, cwd: tempFolder(), env, ...request });
const script = (code: string, more: Partial<ProcessRequest> = {}): Promise<ProcessResult> =>
  run({ args: ['-e', code], ...more });

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Memory in use: what is not yet collected does not count. */
function liveBytes(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('how a program ended', () => {
  it('reports the exit code and both outputs', async () => {
    const result = await script('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(result).toMatchObject({
      outcome: 'exited',
      exitCode: 3,
      signal: null,
      stdout: { text: 'out\n', bytes: 4, truncated: false, ended: true },
      stderr: { text: 'err\n', bytes: 4, truncated: false, ended: true },
      leftovers: 0,
      survivors: 0,
    });
  });

  it('reports the signal', async () => {
    const result = await script('process.kill(process.pid, "SIGKILL")');
    expect(result).toMatchObject({ outcome: 'signalled', exitCode: null, signal: 'SIGKILL' });
  });

  it('reports that the program was not found', async () => {
    const result = await run({ program: 'assay-no-such-program' });
    expect(result).toMatchObject({
      outcome: 'unstartable',
      error: {
        code: 'PROCESS_UNSTARTABLE',
        message: expect.stringMatching(/the program was not found/),
        next: expect.any(String),
      },
    });
  });

  it('reports a missing folder, a file that is not executable, an impossible argument', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'plain'), 'text');
    const missing = await run({ cwd: join(folder, 'none') });
    expect(missing).toMatchObject({
      outcome: 'unstartable',
      error: { message: expect.stringMatching(/folder .*none/) },
    });
    const plain = await run({ program: join(folder, 'plain') });
    expect(plain).toMatchObject({ outcome: 'unstartable', error: { message: expect.stringMatching(/EACCES/) } });
    const impossible = await run({ args: ['a\0b'] });
    expect(impossible).toMatchObject({ outcome: 'unstartable', error: { code: 'PROCESS_UNSTARTABLE' } });
  });

  it('does not start when aborted before', async () => {
    const folder = tempFolder();
    const result = await script(`require('fs').writeFileSync('${folder}/ran', '')`, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ outcome: 'aborted', exitCode: null, stdout: { bytes: 0 } });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('ends at its time limit, by the clock it is given', async () => {
    const clock = manualClock();
    const result = await script('console.log("up"); setInterval(() => {}, 1000)', {
      clock,
      timeoutMs: 60_000,
      onLine: () => clock.advance(60_000),
    });
    expect(result).toMatchObject({ outcome: 'timed-out', durationMs: 60_000, stdout: { text: 'up\n' }, survivors: 0 });
  });
});

describe('what goes in', () => {
  it('gives the input and closes it', async () => {
    const cat = 'process.stdin.pipe(process.stdout)';
    expect((await script(cat, { stdin: 'grüße' })).stdout.text).toBe('grüße');
    expect((await script(cat, { stdin: new Uint8Array([0, 255]) })).stdout.bytes).toBe(2);
    expect((await script(cat)).stdout.bytes).toBe(0);
  });

  it('tolerates a program that ends without reading its input', async () => {
    const result = await script('process.exit(0)', { stdin: Buffer.alloc(5_000_000) });
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it('inherits no variable', async () => {
    const { stdout } = await script('console.log(Object.keys(process.env).sort().join())', {
      env: { PATH: process.env.PATH, GIVEN: 'x', NOT: undefined },
    });
    expect(stdout.text).toBe('ASSAY_TREE,GIVEN,PATH\n');
  });

  it('uses no shell', async () => {
    const { stdout } = await script('console.log(process.argv[1])', {
      args: ['-e', 'console.log(process.argv[1])', '$(id); *'],
    });
    expect(stdout.text).toBe('$(id); *\n');
  });
});

describe('the output', () => {
  it('keeps head and tail in memory, and the whole in a blob', async () => {
    const blobs = memoryBlobs();
    const { stdout } = await script('for (let n = 0; n < 5000; n++) console.log("line " + n)', {
      maxBytes: 2_000,
      blobs,
    });
    const whole = Array.from({ length: 5000 }, (_, n) => `line ${n}\n`).join('');
    expect(stdout).toMatchObject({ bytes: whole.length, truncated: true, ended: true });
    expect(stdout.text).toMatch(/^line 0\nline 1\n/);
    expect(stdout.text).toMatch(/\nline 4998\nline 4999\n$/);
    expect(stdout.text).toContain(`\n[… ${whole.length - 2_000} bytes left out; the whole is blob ${stdout.blob} …]\n`);
    expect(stdout.blob && Buffer.from(await blobs.get(stdout.blob)).toString()).toBe(whole);
  });

  it('holds 50 MB of output in little memory', async () => {
    const blobs = fileBlobs(tempFolder());
    const code = `const block = ('x'.repeat(99) + '\\n').repeat(1000); let n = 0;
      const more = () => { while (n++ < 500) if (!process.stdout.write(block)) return process.stdout.once('drain', more) }; more()`;
    const before = liveBytes();
    const live: number[] = [];
    let chunks = 0;
    const { stdout, outcome } = await script(code, {
      blobs,
      onChunk: () => ++chunks % 50 === 0 && live.push(liveBytes()),
    });
    expect({ outcome, bytes: stdout.bytes }).toEqual({ outcome: 'exited', bytes: 50_000_000 });
    expect(stdout.text.length).toBeLessThan(300_000);
    expect(stdout.blob && (await blobs.has(stdout.blob))).toBe(true);
    expect(live.length).toBeGreaterThan(5);
    expect(Math.max(...live) - before).toBeLessThan(15_000_000);
  });

  it('ends a program that says too much', async () => {
    const result = await script('const b = "x".repeat(65536); const go = () => process.stdout.write(b, go); go()', {
      maxSpillBytes: 3_000_000,
      blobs: memoryBlobs(),
    });
    expect(result).toMatchObject({
      outcome: 'too-much-output',
      survivors: 0,
      stdout: { truncated: true, ended: false },
    });
    expect(result.stdout.bytes).toBeLessThan(4_000_000);
  });

  it('calls back with chunks, and with whole lines of each stream', async () => {
    const lines: string[] = [];
    let bytes = 0;
    await script('process.stdout.write("a\\r\\nb"); process.stdout.write("c\\nend"); process.stderr.write("e\\n")', {
      onLine: (stream, line) => lines.push(`${stream}:${line}`),
      onChunk: (_stream, chunk) => {
        bytes += chunk.byteLength;
      },
    });
    expect(lines.sort()).toEqual(['stderr:e', 'stdout:a', 'stdout:bc', 'stdout:end']);
    expect(bytes).toBe(11);
  });

  it('rejects with a callback’s error, once the program is dead', async () => {
    let pid = 0;
    const running = script('console.log(process.pid); setInterval(() => {}, 1000)', {
      onLine: (_stream, line) => {
        pid = Number(line);
        throw new RangeError('from the callback');
      },
    });
    await expect(running).rejects.toThrow('from the callback');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('rejects with DISK_FULL when the output does not fit, once the program is dead', async (context) => {
    const blobs = fileBlobs(tinyDisk(context));
    const endless = 'const b = "x".repeat(65536); const go = () => process.stdout.write(b, go); go()';
    await expect(script(endless, { maxBytes: 1_000, blobs })).rejects.toMatchObject({ code: 'DISK_FULL' });
  });
});
