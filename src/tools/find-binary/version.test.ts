import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, firstVersion, parseVersion } from './version.ts';

const SOAK = process.env.ASSAY_SOAK === '1' ? 10_000 : 500;

describe('T1 find-binary: the first version in a program’s output', () => {
  it.each([
    ['git version 2.39.5 (Apple Git-154)', '2.39.5'],
    ['v24.21.0', '24.21.0'],
    ['go version go1.22.1 linux/amd64', '1.22.1'],
    ['jq-1.6', '1.6'],
    ['Python 3.13.0rc1', '3.13.0-rc1'],
    ['rustc 1.82.0-nightly (abc 2024-07-21)', '1.82.0-nightly'],
    ['openjdk version "1.8.0_392"', '1.8.0'],
    ['GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)', '5.2.15'],
    ['curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 OpenSSL/3.0.11', '7.88.1'],
    ['OpenSSH_9.2p1 Debian-2', '9.2'],
    ['gcc (Debian 12.2.0-14) 12.2.0', '12.2.0'],
    ['less 590 (GNU regular expressions)', '590'],
    ['systemd 252 (252.39-1~deb12u1)', '252.39'],
    ['\nThis is perl 5, version 36, subversion 0 (v5.36.0) built for x86_64', '5.36.0'],
    ['ffmpeg version n6.1.1 Copyright (c) 2000-2023', '6.1.1'],
    ['My Tool\nbuilt with libfoo\nversion 3.4', '3.4'],
    ['usage: x86_64 2024-07-21', null],
    ['no number here', null],
    ['', null],
  ])('%j', (printed, expected) => {
    expect(firstVersion(printed)?.text ?? null).toBe(expected);
  });

  it('orders them by number, and a pre-release before its release', () => {
    const inOrder = [
      '0.9',
      '1.0-alpha',
      '1.0-alpha.1',
      '1.0-alpha.beta',
      '1.0-rc.2',
      '1.0-rc.10',
      '1',
      '1.2',
      '1.10',
      '2.0.1',
    ];
    const versions = inOrder.map((text) => parseVersion(text) ?? expect.fail(text));
    const shuffled = versions.toReversed();
    expect(shuffled.sort(compareVersions).map(({ text }) => text)).toEqual(inOrder);
    const [one, same] = [parseVersion('1'), parseVersion('v1.0.0+build')];
    expect(one && same && compareVersions(one, same)).toBe(0);
  });

  it('handles any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const version = firstVersion(text);
        if (version) expect(parseVersion(version.numbers.join('.'))?.numbers).toEqual(version.numbers);
        parseVersion(text);
      }),
      { numRuns: SOAK },
    );
  });
});
