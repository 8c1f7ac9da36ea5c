import { describe, expect, it } from 'vitest';
import type { ManagerAnswers } from './ask-managers.ts';
import { installSettings } from './install-settings.ts';
import { type PythonIndexes, pipIndexes, uvIndexes } from './python-indexes.ts';

const PLAIN: PythonIndexes = { extra: [], links: [], noIndex: false };
const settings = (answers: Partial<ManagerAnswers>, env: Record<string, string> = {}) =>
  installSettings({ npm: {}, others: [], pip: PLAIN, uv: null, keyFiles: { npmrc: [], netrc: '' }, ...answers }, env);

describe('install settings', () => {
  it('name the registries that this machine is set up for', () => {
    const npm = { registry: 'https://npm.example:8443/', '@own:registry': 'https://own.example/npm/', prefix: '/usr' };
    const { hosts, env } = settings({ npm, others: ['https://yarn.example'], pip: { ...PLAIN, noIndex: true } });
    expect(hosts).toEqual(['npm.example:8443', 'own.example', 'yarn.example']);
    expect(env).toMatchObject({ npm_config_registry: 'https://npm.example:8443/', PIP_NO_INDEX: '1' });
  });

  it('have Python’s public index only if a manager uses it', () => {
    const own = { ...PLAIN, index: 'https://pip.example/simple' };
    expect(settings({}).hosts).toHaveLength(2);
    expect(settings({ pip: own }).hosts).toEqual(['pip.example']);
    expect(settings({ pip: own, uv: own }).hosts).toEqual(['pip.example']);
    expect(settings({ pip: own, uv: PLAIN }).hosts).toHaveLength(3);
  });

  it('name no host of plain http, and no port of this machine', () => {
    const others = ['http://npm.example/', 'https://localhost:4873/', 'https://127.0.0.1:4873', 'https://[::1]:4873/'];
    expect(settings({ others, pip: { ...PLAIN, index: 'http://pip.example/simple' } }).hosts).toEqual([]);
  });

  it('G10.10 reach a registry that the person has a credential for, named in any file, but none of this machine', () => {
    const npmrc = ['//corp.example/npm/:_authToken=t\n//127.0.0.1:4873/:_authToken=t\n'];
    const { hosts, keys, env } = settings({
      npm: { '@own:registry': 'https://own.example/npm/' },
      pip: { ...PLAIN, noIndex: true },
      keyFiles: { npmrc, netrc: '' },
    });
    expect(hosts).toEqual(['own.example', 'corp.example']);
    expect(keys.map(({ url }) => url.href)).toEqual(['https://corp.example/npm/']);
    expect(env).toMatchObject({ 'npm_config_@own:registry': 'https://own.example/npm/' });
  });

  it('contain no name and password from a URL', () => {
    const npm = { registry: 'https://me:secret@npm.example/x/', '//npm.example/:_authToken': 'secret' };
    const pip = { ...PLAIN, index: 'https://me:secret@pip.example/', extra: ['https://secret@more.example/simple'] };
    const { keys, ...all } = settings({ npm, pip, uv: pip });
    expect(JSON.stringify(all)).not.toContain('secret');
    expect(keys.map(({ url }) => url.href)).toEqual([
      'https://pip.example/',
      'https://more.example/simple',
      'https://more.example/',
    ]);
    expect(all.env).toMatchObject({
      npm_config_registry: 'https://npm.example/x/',
      UV_INDEX: 'https://more.example/simple',
    });
  });

  it('name folders that serve as a registry, and certificates', () => {
    const pip = {
      ...PLAIN,
      noIndex: true,
      extra: ['file:///srv/index/simple'],
      links: ['/srv/wheels', 'here'],
      cert: '/c.pem',
    };
    expect(settings({ npm: { cafile: '/n.pem' }, pip }, { SSL_CERT_FILE: '/s.pem', API_KEY: 'secret' })).toEqual({
      hosts: [],
      folders: ['/srv/index/simple', '/srv/wheels'],
      keys: [],
      certificates: { SSL_CERT_FILE: '/s.pem', npm_config_cafile: '/n.pem', PIP_CERT: '/c.pem' },
      env: {
        PIP_EXTRA_INDEX_URL: 'file:///srv/index/simple',
        PIP_FIND_LINKS: '/srv/wheels here',
        PIP_NO_INDEX: '1',
        UV_PYTHON_DOWNLOADS: 'never',
      },
    });
  });
});

describe('indexes of Python packages', () => {
  it('are what pip prints of its settings, the nearest first', () => {
    const printed = [
      "global.index-url='https://far.example/simple'",
      "install.index-url='https://near.example/simple'",
      "global.extra-index-url='\\nhttps://a.example\\nhttps://b.example'",
      `global.find-links="/it's here"`,
      "user.name='x'",
    ].join('\n');
    expect(pipIndexes(printed, {})).toEqual({
      ...{ index: 'https://near.example/simple', extra: ['https://a.example', 'https://b.example'] },
      ...{ links: ["/it's", 'here'], noIndex: false, cert: undefined },
    });
    expect(pipIndexes(printed, { PIP_INDEX_URL: 'https://env.example' }).index).toBe('https://env.example');
  });

  it('are uv’s files of the machine and the person, and its variables', () => {
    const machine = 'index-url = "https://far.example"\nno-index = true\n';
    const person =
      '[[index]]\nname = "a"\nurl = "https://a.example"\n[[index]]\nurl = "https://b.example"\ndefault = true\n';
    expect(uvIndexes([machine, person, 'broken ='], {})).toEqual({
      ...{ index: 'https://b.example', extra: ['https://a.example'], links: [], noIndex: true },
    });
    const env = { UV_INDEX: 'own=https://c.example https://d.example', UV_FIND_LINKS: '/a,/b' };
    expect(uvIndexes([], env)).toMatchObject({
      extra: ['https://c.example', 'https://d.example'],
      links: ['/a', '/b'],
    });
  });
});
