import { describe, expect, it } from 'vitest';
import { checkTraces } from './check-traces.ts';

// Put together here, so that this file itself carries no trace.
const path = (...parts: string[]) => ['', ...parts].join('/');
const registry = `https:${path('', 'registry')}.example.test/left-pad`;
const resolved = JSON.stringify('resolved').concat(':');
const check = (text: string) => checkTraces(new Map([['a.md', text]]));

describe('X7.10 checkTraces', () => {
  it.each([
    ['a working folder', `see ${path('work', 'main', 'x')}`, /a\.md:1 holds a path of one machine/],
    ['the home of root', `\ncd "${path('root', '.npmrc')}"`, /a\.md:2 holds a path of one machine/],
    ['a registry', `"${registry}"`, /the address of a package registry/],
    ['where a lockfile got a package', `${resolved} "http:${path('', 'mirror', 'x.tgz')}"`, /--omit-lockfile/],
  ])('finds %s', (_what, text, message) => {
    expect(check(text)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    'src/work/a.ts',
    './root/a',
    'https://nodejs.org',
    '$HOME/work/x',
    'frame-work/root/x',
    '"resolved": "dep"',
  ])('passes over %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  it('passes over binary files', () => {
    expect(check(`\0${path('work', 'x')}`)).toEqual([]);
  });
});
