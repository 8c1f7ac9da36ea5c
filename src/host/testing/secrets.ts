import fc from 'fast-check';

/** Made up, and assembled here so that no scanner takes them for real ones. */
const join = (...parts: readonly string[]): string => parts.join('');

export const TOKENS: Readonly<Record<string, string>> = {
  'anthropic-key': join('sk-', 'ant-', 'api03-', 'aB3_'.repeat(8)),
  'openai-key': join('sk-', 'proj-', 'x9Y_'.repeat(8)),
  'stripe-key': join('sk_', 'live_', 'a1B2'.repeat(6)),
  'github-token': join('gh', 'p_', 'a1B2'.repeat(9)),
  'gitlab-token': join('gl', 'pat-', 'a1B2'.repeat(5)),
  'npm-token': join('np', 'm_', 'a1B2'.repeat(9)),
  'aws-key': join('AK', 'IA', 'A1B2'.repeat(4)),
  'google-key': join('AI', 'za', 'a1B2_'.repeat(7)),
  'slack-token': join('xo', 'xb-', '1234-'.repeat(4), 'abcd'),
  jwt: join('ey', 'J', 'hbGciOiJIUzI1NiJ9', '.ey', 'J', 'zdWIiOiIxMjM0In0', '.', 'c2lnbmF0dXJl'),
};

export const KEY = [
  join('-----BEGIN ', 'RSA PRIVATE', ' KEY-----'),
  'MIIEpAIBAAKCAQEA'.repeat(4),
  'abcdEFGH0123+/+/'.repeat(4),
  'c2hvcnQ=',
  join('-----END ', 'RSA PRIVATE', ' KEY-----'),
].join('\n');

const arbitraryOf = (alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A secret: one with a known shape, or any value that a person must have named. */
export const aSecret: fc.Arbitrary<{ readonly secret: string; readonly known: boolean }> = fc.oneof(
  fc.constantFrom(KEY, ...Object.values(TOKENS)).map((secret) => ({ secret, known: false })),
  arbitraryOf(`${LETTERS}0123456789`, 16, 60).map((rest) => ({
    secret: `${join('sk-', 'ant-')}${rest}`,
    known: false,
  })),
  // Without letters: a value such as `redacted` would be found in its own replacement.
  arbitraryOf('0123456789!?%&\n"\\/+é', 8, 40)
    .filter((value) => value.trim().length >= 8)
    .map((value) => ({ secret: value.trim(), known: true })),
);

/** Words, numbers and marks, as in any output. */
export const innocuous: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(arbitraryOf(LETTERS, 0, 12), arbitraryOf('.,;()[]{}<>', 1, 2), fc.constantFrom('\n', '  ', '😀', 'é')),
  )
  .map((parts) => parts.join(' '));
