import { describe, expect, it } from 'vitest';
import { addressAllowed, hostAllowed, parseTarget } from './host-allowed.ts';

describe('parseTarget', () => {
  it.each([
    ['Example.org:443', { host: 'example.org', port: 443 }],
    ['example.org.:443', { host: 'example.org', port: 443 }],
    ['[::1]:80', { host: '::1', port: 80 }],
  ])('%s', (text, target) => expect(parseTarget(text)).toEqual(target));
  it.each(['', 'example.org', 'a b:443', 'x:0', 'x:70000', 'http://x:443', 'user@x:443'])('refuses %j', (text) =>
    expect(parseTarget(text)).toBeNull(),
  );
});

describe('hostAllowed', () => {
  const list = ['registry.example.org', 'git.example.org:22', '*.cdn.example.org', '[::1]:8080'];
  it.each([
    ['registry.example.org', 443, true],
    ['registry.example.org', 80, false],
    ['evil-registry.example.org', 443, false],
    ['registry.example.org.evil.test', 443, false],
    ['git.example.org', 22, true],
    ['git.example.org', 443, false],
    ['a.cdn.example.org', 443, true],
    ['cdn.example.org', 443, false],
    ['evilcdn.example.org', 443, false],
    ['::1', 8080, true],
  ])('%s:%i %s', (host, port, allowed) => expect(hostAllowed({ host, port }, list)).toBe(allowed));
});

describe('addressAllowed', () => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.1.1', '::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'a name must not lead to %s',
    (address) => expect(addressAllowed(address, 'name.example.org')).toBe(false),
  );
  it('names of the person’s own list may lead into the local network, never to this machine', () => {
    expect(addressAllowed('10.1.2.3', 'name.example.org', true)).toBe(true);
    expect(addressAllowed('fd00::1', 'name.example.org', true)).toBe(true);
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '0.0.0.0'])
      expect(addressAllowed(address, 'name.example.org', true)).toBe(false);
  });
  it('a public address, or one in the list', () => {
    expect(addressAllowed('93.184.216.34', 'name.example.org')).toBe(true);
    expect(addressAllowed('127.0.0.1', '127.0.0.1')).toBe(true);
  });
});
