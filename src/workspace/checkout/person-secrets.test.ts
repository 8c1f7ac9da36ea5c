import { describe, expect, it } from 'vitest';
import { secretOf } from './person-secrets.ts';

describe('G14.7 what stays with the person', () => {
  it.each([
    ['.env', 'TZ=UTC\n'],
    ['.env.local', ''],
    ['apps/web/.env.production', ''],
    ['certs/server.pem', ''],
    ['.npmrc', ''],
    ['.aws/credentials', ''],
    ['config/service-account.json', '{}'],
    ['.env.test', 'STRIPE_API_KEY=whsec-9f8e7d6c5b4a\n'],
    ['local/settings.yaml', 'database:\n  password: "tr0ub4dor&3x"\n'],
    ['local/settings.json', '{\n  "apiToken": "d41d8cd98f00b204"\n}\n'],
    ['notes.txt', `token ghp_${'a1'.repeat(18)}\n`],
    ['notes.txt', 'postgres://me:hunter22@db.internal/x\n'],
  ])('%s', (path, text) => expect(secretOf(path, text)).not.toBeNull());

  it.each([
    ['.env.test', 'TZ=UTC\nPORT=3000\nAPI_KEY=\nAUTH_TOKEN=test-token\nDATABASE_URL=$LOCAL_DB\n'],
    ['.env.example', 'STRIPE_API_KEY=your-key-here\nPASSWORD=changeme\n'],
    ['test.env', 'A=1\n'],
    ['local/keep me.txt', 'the keys are under the mat\n'],
    ['fixtures/cache.json', '{ "keys": 12, "tokens": [1, 2, 3] }\n'],
  ])('%s is copied', (path, text) => expect(secretOf(path, text)).toBeNull());
});
