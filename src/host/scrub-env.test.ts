import { describe, expect, it } from 'vitest';
import { scrubEnv } from './scrub-env.ts';
import { looksSecret } from './secret-names.ts';
import { TOKENS } from './testing/secrets.ts';

describe('scrubEnv', () => {
  it('keeps what programs need and nothing else', () => {
    const env = {
      PATH: '/bin',
      LC_ALL: 'C',
      LANG: undefined,
      HOME: '/home/me',
      NODE_OPTIONS: '--require ./x',
      LD_PRELOAD: 'x.so',
      ANTHROPIC_API_KEY: 'secret-value',
      SSH_AUTH_SOCK: '/run/agent',
    };
    expect(scrubEnv(env)).toEqual({ PATH: '/bin', LC_ALL: 'C' });
  });

  it('lets given names through, unless they look secret', () => {
    const env = { GOFLAGS: '-mod=vendor', MY_TOKEN: 'x' };
    expect(scrubEnv(env, { allow: ['GOFLAGS', 'MY_TOKEN'] })).toEqual({ GOFLAGS: '-mod=vendor' });
  });

  it('adds the given variables, replacing existing ones', () => {
    expect(scrubEnv({ PATH: '/bin' }, { extra: { PATH: '/x', API_KEY: 'meant' } })).toEqual({
      PATH: '/x',
      API_KEY: 'meant',
    });
  });

  it('drops a harmless name with a token for a value', () => {
    expect(scrubEnv({ TERM: TOKENS['github-token'] })).toEqual({});
  });
});

describe('looksSecret', () => {
  it.each([
    'OPENAI_API_KEY',
    'GH_TOKEN',
    'TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD_FILE',
    'PGPASSWORD',
    'npm_config__authToken',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'DATABASE_URL',
    'client_secret',
    'SENTRY_DSN',
  ])('%s does', (name) => expect(looksSecret(name)).toBe(true));
  it.each([
    'PATH',
    'PWD',
    'OLDPWD',
    'HOME',
    'KEYBOARD',
    'MONKEY',
    'COMPASS',
    'SSH_AUTH_SOCK',
    'LANG',
    'EDITOR',
    'TOKENIZER',
  ])('%s does not', (name) => expect(looksSecret(name)).toBe(false));
});
