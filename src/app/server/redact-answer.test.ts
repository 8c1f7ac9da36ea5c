import { describe, expect, it } from 'vitest';
import { Payload } from '#contracts/payload.ts';
import { redactor } from '#host/redact.ts';
import { redactAnswer } from './redact-answer.ts';

const redact = redactor({ SHOP: 'open-sesame' });

describe('redactAnswer', () => {
  it('takes secrets out of texts, however deep, and out of keys', () => {
    const answer = { a: [{ b: 'say open-sesame' }], 'open-sesame': 1 };
    expect(redactAnswer(redact, answer)).toEqual({ a: [{ b: 'say [redacted:SHOP]' }], '[redacted:SHOP]': 1 });
  });

  it('leaves payloads payloads, also where a field is named for a secret', () => {
    const record = { password: { inline: 'x' }, user: { inline: { name: 'ann', apiKey: 'y', credentials: { z: 1 } } } };
    const safe = redactAnswer(redact, { input: { record } });
    expect(safe).toEqual({
      input: {
        record: {
          password: { inline: '[redacted:password]' },
          user: { inline: { name: 'ann', apiKey: '[redacted:apiKey]', credentials: '[redacted:credentials]' } },
        },
      },
    });
    expect(Payload.safeParse({ record: { password: { inline: '[redacted:password]' } } }).success).toBe(true);
  });

  it('leaves the names of fields, also where a key is the same word', () => {
    const redact = redactor({}, { ANTHROPIC_API_KEY: 'simulated' });
    const answer = { simulated: true, title: 'all simulated', inputs: { record: { simulated: { inline: 1 } } } };
    expect(redactAnswer(redact, answer)).toEqual({
      simulated: true,
      title: 'all [redacted:ANTHROPIC_API_KEY]',
      inputs: { record: { '[redacted:ANTHROPIC_API_KEY]': { inline: 1 } } },
    });
  });

  it('finds a secret each time, also among texts that were seen before', () => {
    for (let time = 0; time < 3; time += 1) {
      expect(redactAnswer(redact, ['act', 'open-sesame', 'act'])).toEqual(['act', '[redacted:SHOP]', 'act']);
    }
    // What is clean for one redactor is not for another.
    expect(redactAnswer(redactor({ OTHER: 'act of god' }), ['act', 'act of god'])).toEqual(['act', '[redacted:OTHER]']);
  });

  it('leaves the rest as it is', () => {
    const answer = {
      tokens: 5,
      secret: false,
      list: [1, null, true],
      schema: { properties: { password: { type: 'x' } } },
    };
    expect(redactAnswer(redact, answer)).toEqual(answer);
  });
});
