import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { redactor } from './redact.ts';
import { redactStream } from './redact-stream.ts';

describe('redactStream', () => {
  it('redacts bytes that are cut inside secrets and inside characters', async () => {
    const whole = Buffer.from('grüße 😀 hüsh-hüsh\nund hüsh-hüsh');
    for (let size = 1; size < 12; size++) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.subarray(n * size, (n + 1) * size),
      );
      const shown = await text(Readable.from(parts).pipe(redactStream(redactor({ mine: 'hüsh-hüsh' }))));
      expect(shown).toBe('grüße 😀 [redacted:mine]\nund [redacted:mine]');
    }
  });
});
