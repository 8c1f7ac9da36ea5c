import { describe, expect, it } from 'vitest';
import { keyedHosts } from '../keyed/keyed-hosts.ts';
import type { PythonIndexes } from './python-indexes.ts';
import { registryKeys } from './registry-keys.ts';

const NPMRC = `registry=https://npm.corp.example/
//npm.corp.example/:_authToken=\${CORP_TOKEN}
//old.example/npm/:_auth="cDpx"
//pair.example/:username=ann
//pair.example/:_password=${Buffer.from('secret').toString('base64')}
//unset.example/:_authToken=\${NOT_SET}
`;
const python = (more: Partial<PythonIndexes>): PythonIndexes => ({ extra: [], links: [], noIndex: false, ...more });
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('G10.10 credentials for registries', () => {
  it('are those that the person’s own npm, pip and uv would use', () => {
    const netrc = '# mine\nmachine other.example login no password no\nmachine files.example login bob password pw\n';
    const keys = registryKeys(
      { npmrc: [NPMRC], netrc },
      [
        python({ index: 'https://ann:p%40ss@pypi.corp.example/team/simple/' }),
        python({ extra: ['https://files.example/wheels/', 'http://ann:pw@plain.example/'] }),
      ],
      { CORP_TOKEN: 'tok' },
    );
    expect(keys.map(({ url, authorization }) => [url.href, authorization])).toEqual([
      ['https://npm.corp.example/', 'Bearer tok'],
      ['https://old.example/npm/', 'Basic cDpx'],
      ['https://pair.example/', basic('ann:secret')],
      ['https://pypi.corp.example/team/simple/', basic('ann:p@ss')],
      ['https://pypi.corp.example/team/', basic('ann:p@ss')],
      ['https://files.example/wheels/', basic('bob:pw')],
    ]);
  });

  it('go to paths below the registry, and not to those about the person', () => {
    const keys = [
      { url: new URL('https://corp.example/npm/'), authorization: 'Bearer outer' },
      { url: new URL('https://corp.example/npm/team/'), authorization: 'Bearer inner' },
    ];
    const { has, authorization } = keyedHosts(keys, { cert: '', identityOf: () => ({ cert: '', key: '' }) }, []);
    const said = (path: string): string | null => authorization(new URL(path, 'https://corp.example'));
    expect(said('/npm/react')).toBe('Bearer outer');
    expect(said('/npm/@corp%2fparts/-/parts-1.0.0.tgz')).toBe('Bearer outer');
    expect(said('/npm/@corp/parts/-/@corp/parts-1.0.0.tgz')).toBe('Bearer outer');
    expect(said('/npm/team/parts')).toBe('Bearer inner');
    const none = [
      '/',
      '/api/v4/user',
      '/npmother/react',
      '/npm/-/whoami',
      '/npm/-/npm/v1/tokens',
      '/npm/a/-/user/token',
    ];
    const unsure = [
      '/npm/%2e%2e/api/user',
      '/npm/..%2fapi/user',
      '/npm/%252e%252e/api',
      '/npm//api',
      '/npm/a%5c..%5capi',
    ];
    for (const path of [...none, ...unsure]) expect([path, said(path)]).toEqual([path, null]);
    expect(authorization(new URL('https://corp.example:8443/npm/react'))).toBeNull();
    expect([has('corp.example', 443), has('corp.example', 8443), has('example', 443)]).toEqual([true, false, false]);
  });
});
