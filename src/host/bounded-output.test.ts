import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryBlobs } from './blob-store.ts';
import { collectOutput } from './bounded-output.ts';

const collect = async (maxBytes: number, chunks: readonly Uint8Array[], blobs = memoryBlobs()) => {
  const collector = collectOutput(maxBytes, blobs);
  for (const chunk of chunks) await collector.add(chunk);
  return { output: await collector.finish(true), blobs };
};

describe('collectOutput', () => {
  it('G10.19 keeps head and tail, and every byte in the blob, at any chunking', async () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => 97 + (byte % 26))));
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 100 }), async (parts, maxBytes) => {
        const whole = Buffer.concat(parts).toString();
        const { output, blobs } = await collect(maxBytes, parts);
        expect(output.bytes).toBe(whole.length);
        expect(output.truncated).toBe(whole.length > maxBytes);
        if (!output.truncated) {
          expect(output.text).toBe(whole);
          return;
        }
        const half = Math.ceil(maxBytes / 2);
        const [head, , tail] = output.text.split('\n');
        expect(head).toBe(whole.slice(0, half));
        expect(tail).toBe(maxBytes - half === 0 ? '' : whole.slice(half - maxBytes));
        expect(output.blob && Buffer.from(await blobs.get(output.blob)).toString()).toBe(whole);
      }),
    );
  });

  it('cuts between characters, and counts what it leaves out', async () => {
    const text = '😀'.repeat(50);
    for (let maxBytes = 20; maxBytes < 40; maxBytes++) {
      const { output } = await collect(maxBytes, [Buffer.from(text)]);
      expect(output.text).not.toContain('\uFFFD');
      const shown = output.text.match(/😀/gu)?.length ?? 0;
      expect(output.text).toContain(`[… ${200 - shown * 4} bytes left out`);
    }
  });

  it('marks bytes that are not UTF-8', async () => {
    expect((await collect(100, [new Uint8Array([97, 255, 98])])).output.text).toBe('a\uFFFDb');
  });

  it('loses the middle without a blob store, and says so', async () => {
    const collector = collectOutput(10);
    await collector.add(Buffer.from('0123456789abcdef'));
    const output = await collector.finish(false);
    expect(output).toEqual({ text: '01234\n[… 6 bytes left out …]\nbcdef', bytes: 16, truncated: true, ended: false });
  });
});
