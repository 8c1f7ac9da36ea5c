import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeEtc } from './make-etc.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-etc-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('makeEtc', () => {
  it('copies what programs need, and none of the secrets next to it', async () => {
    const source = join(folder, 'from');
    const put = (name: string, text = 'x'): void => {
      mkdirSync(join(source, name, '..'), { recursive: true });
      writeFileSync(join(source, name), text);
    };
    for (const name of [
      'ssl/certs/ca.pem',
      'ssl/private/key.pem',
      'shadow',
      'npmrc',
      'ssh/key',
      'services',
      'java-17/secret',
      'php/8.2/cli/conf.d/20-dom.ini',
      'maven/m2.conf',
      'maven/settings.xml',
    ])
      put(name);
    put('passwd', 'person:x:1:1::/home/person:/bin/sh');
    chmodSync(join(source, 'java-17/secret'), 0o600);
    symlinkSync('/usr/share/zoneinfo/UTC', join(source, 'localtime'));
    symlinkSync('../elsewhere', join(source, 'timezone'));
    writeFileSync(join(folder, 'elsewhere'), 'Here/There');

    const target = join(folder, 'to');
    await makeEtc(target, source);
    const has = (name: string): boolean => existsSync(join(target, name));
    expect(['ssl/certs/ca.pem', 'services', 'group', 'hosts'].filter(has)).toHaveLength(4);
    expect(['php/8.2/cli/conf.d/20-dom.ini', 'maven/m2.conf'].filter(has)).toHaveLength(2);
    expect(['ssl/private', 'shadow', 'npmrc', 'ssh', 'java-17/secret', 'maven/settings.xml'].filter(has)).toEqual([]);
    expect(readFileSync(join(target, 'passwd'), 'utf8')).not.toContain('person');
    expect(readlinkSync(join(target, 'localtime'))).toBe('/usr/share/zoneinfo/UTC');
    expect(readFileSync(join(target, 'timezone'), 'utf8')).toBe('Here/There');
  });
});
