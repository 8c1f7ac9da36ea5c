import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { redactor } from './redact.ts';
import { redactChunks } from './redact-stream.ts';
import { aSecret, innocuous, KEY, TOKENS } from './testing/secrets.ts';

describe('redactor', () => {
  it.each(Object.entries(TOKENS))('knows the look of %s', (name, token) => {
    expect(redactor().text(`before ${token} after`)).toBe(`before [redacted:${name}] after`);
    expect(redactor().text(`{"x":"${token}"}`)).toBe(`{"x":"[redacted:${name}]"}`);
  });

  it('keeps the text around a secret', () => {
    const { text } = redactor();
    expect(text('Authorization: Bearer abc.def-ghi_jkl')).toBe('Authorization: Bearer [redacted:authorization]');
    expect(text('{"authorization":"Basic dXNlcjpwYXNz"}')).toBe('{"authorization":"Basic [redacted:authorization]"}');
    expect(text('bearer 0123456789abcdef0123')).toBe('bearer [redacted:bearer]');
    expect(text('postgres://me:hunter2@db:5432/x')).toBe('postgres://me:[redacted:url-password]@db:5432/x');
  });

  it('X9.7 removes a password that is given in prose, and leaves code that only names one', () => {
    const { text } = redactor();
    const said = [
      'psql --password=hunter2 -h db',
      'PASSWORD=tr0ub4dor',
      'DB_PASSWORD=correct-horse',
      'the password: hunter2, as agreed',
      'password = "letmein"',
      `{"password": "letmein"}`,
      JSON.stringify({ line: '{"password": "letmein"}' }),
      "passphrase='open-sesame'",
      'mysql://?password=pa$$w0rd&x=1',
      'api_key=abcdef',
    ];
    for (const line of said) {
      expect(text(line)).toContain('[redacted:password]');
      expect(text(line)).not.toMatch(/hunter2|tr0ub4dor|horse|letmein|sesame|w0rd|abcdef/);
    }
    const code = [
      'function login(user: string, password: string): void',
      'password: z.string().min(8)',
      'const password = form.elements.password.value;',
      'login(password=password, user=user)',
      'if (password == null) throw new Error("no password: give one")',
      'PASSWORD=$DB_PASSWORD',
      'password = readPassword(2)',
      'The password is shown to nobody.',
    ];
    for (const line of code) expect(text(line)).toBe(line);
  });

  it('takes a whole private key, also inside JSON, interrupted, or with headers', () => {
    const { text } = redactor();
    const encrypted = KEY.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n');
    for (const key of [KEY, encrypted, JSON.stringify(KEY).slice(1, -1)]) {
      expect(text(`a\n${key}\nb`)).toBe('a\n[redacted:private-key]\nb');
    }
    expect(text(KEY.slice(0, 160))).toBe('[redacted:private-key]');
  });

  it('takes values of variables that look secret, in the forms they travel in', () => {
    const value = 'p"ss w/rd+äöü';
    const { text } = redactor({}, { DB_PASSWORD: value });
    const forms = [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64'),
    ];
    for (const form of forms) expect(text(`<${form}>`)).toBe('<[redacted:DB_PASSWORD]>');
  });

  it('leaves short values and values of other variables alone, but replaces the given ones', () => {
    const env = { CI_TOKEN: 'true', EDITOR: 'some-editor', API_KEY: undefined };
    const text = 'true some-editor hush';
    expect(redactor({}, env).text(text)).toBe(text);
    expect(redactor({ mine: 'hush' }, env).text(text)).toBe('true some-editor [redacted:mine]');
  });

  it('shows no half of secrets that overlap', () => {
    const { text } = redactor({ one: 'abcdefgh', two: 'efghijkl' });
    expect(text('-abcdefghijkl-')).toBe('-[redacted:one]-');
  });

  it('goes through JSON, keys too, and by the names of fields', () => {
    const { json } = redactor({ mine: 'hush-hush' });
    const value: Json = {
      list: ['hush-hush', 1, null, true],
      'x hush-hush': { password: 'short', apiKey: 'k', credentials: { user: 'me' } },
      secret: false,
      idempotencyKey: 'run-1',
    };
    expect(json(value)).toEqual({
      list: ['[redacted:mine]', 1, null, true],
      'x [redacted:mine]': {
        password: '[redacted:password]',
        apiKey: '[redacted:apiKey]',
        credentials: '[redacted:credentials]',
      },
      secret: false,
      idempotencyKey: 'run-1',
    });
  });

  it('does not redact its own output again', () => {
    const { text } = redactor({ mine: 'hush-hush' });
    const once = text(`hush-hush ${Object.values(TOKENS).join(' ')}\n${KEY}`);
    expect(text(once)).toBe(once);
  });

  it.each([
    'risk-assessment-of-the-2nd-long-thing',
    'class="sk-loading-spinner-container"',
    'const key = "-----BEGIN PRIVATE KEY-----" + body;',
    'https://example.org:8080/a@b and me@example.org',
    'the bearer of this letter, authorization: none',
    'AKIA is a prefix; eyJ too; ghp_ as well; xoxb- also',
    'f3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ])('leaves everyday text alone: %s', (text) => {
    expect(redactor().text(text)).toBe(text);
  });

  it('leaves innocuous text unchanged', () => {
    fc.assert(
      fc.property(innocuous, (text) => {
        expect(redactor({ mine: 'hush-hush' }, { A_TOKEN: 'qwertyuiop' }).text(text)).toBe(text);
      }),
    );
  });

  it('lets no secret through', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(innocuous, aSecret)), fc.string(), (parts, end) => {
        const text = `${parts.map(([around, { secret }]) => `${around} ${secret} `).join('')}${end}`;
        const { values } = knowing(parts.map(([, secret]) => secret));
        const shown = knowing(parts.map(([, secret]) => secret)).text(text);
        for (const [, { secret }] of parts) expect(shown).not.toContain(secret);
        for (const { value } of values) expect(shown).not.toContain(value);
      }),
    );
  });
});

/** A redactor that is told those secrets that do not show by their look. */
function knowing(secrets: readonly { readonly secret: string; readonly known: boolean }[]) {
  const named = secrets.filter(({ known }) => known).map(({ secret }, n) => [`n${n}`, secret]);
  return redactor(Object.fromEntries(named));
}

describe('redactChunks', () => {
  it('gives the same as for the whole text, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(innocuous, aSecret, fc.constantFrom(' ', '\n', '', '\r\n', '"'))),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        (parts, sizes) => {
          const text = parts.map(([around, { secret }, after]) => `${around} ${secret}${after}`).join('');
          const redact = knowing(parts.map(([, secret]) => secret));
          expect(inChunks(text, sizes, redact)).toBe(redact.text(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives the same for lines longer than its buffer', () => {
    const secret = { secret: 'a-rather-secret-value', known: true };
    const piece = (n: number): string =>
      ` ${'word '.repeat(n % 700)}Bearer ${'t0ken'.repeat(6)} 😀 a-rather-secret-value`;
    const text = Array.from({ length: 12 }, (_, n) => piece(n * 97)).join('');
    const redact = knowing([secret]);
    for (const size of [1, 7, 64, 1000, 5000]) expect(inChunks(text, [size], redact)).toBe(redact.text(text));
  });

  it('shows finished lines at once and holds back the rest', () => {
    const chunks = redactChunks(redactor({ multi: 'first line\nsecond line' }));
    expect(chunks.push('done\nhalf')).toBe('done\n');
    expect(chunks.push(' way\nfirst line\n')).toBe('half way\n');
    expect(chunks.push('second line\n')).toBe('[redacted:multi]\n');
    expect(chunks.push(`${KEY.slice(0, 100)}`)).toBe('');
    expect(chunks.push(`${KEY.slice(100)}\n`)).toBe('[redacted:private-key]\n');
    expect(chunks.end()).toBe('');
  });

  it('keeps an endless token in bounded memory, and shows none of it', () => {
    const chunks = redactChunks(redactor());
    let shown = chunks.push('x ghp_');
    for (let n = 0; n < 40; n++) shown += chunks.push('A1b2'.repeat(16_384));
    shown += chunks.push('tail\nnext line\n') + chunks.end();
    expect(shown).toBe('x [redacted:long-secret]\nnext line\n');
  });
});

function inChunks(text: string, sizes: readonly number[], redact: ReturnType<typeof redactor>): string {
  const chunks = redactChunks(redact);
  let shown = '';
  for (let at = 0, n = 0; at < text.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    shown += chunks.push(text.slice(at, at + size));
    at += size;
  }
  return shown + chunks.end();
}
