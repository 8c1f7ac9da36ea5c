import { SandboxRuntimeConfigSchema } from '@anthropic-ai/sandbox-runtime';
import { wrapCommandWithSandboxMacOS } from '@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js';
import { describe, expect, it } from 'vitest';
import type { SandboxPolicy } from '#contracts/sandbox.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { runtimeSettings } from './runtime-settings.ts';

const CHECKOUT = '/Users/me/.assay/workspaces/one';
const LAYER = '/Users/me/.assay/workspaces/layers/abc/node_modules';
const POLICY: SandboxPolicy = {
  writable: [{ from: CHECKOUT, at: CHECKOUT }],
  readOnly: [{ from: LAYER, at: `${CHECKOUT}/node_modules` }],
  network: 'none',
  limits: DEFAULT_SANDBOX_LIMITS,
};
const settings = runtimeSettings(
  {
    policy: POLICY,
    mounts: { places: new Map(), made: [`${CHECKOUT}/node_modules`], remove: async () => {} },
    scratch: '/private/var/run-1/scratch',
    ours: '/private/var/run-1/own',
  },
  ['/Users/me/.assay'],
  '/Users/me',
);

/** The profile that the package makes of them on macOS, which cannot run here. */
function profile(): string {
  const { network, filesystem } = settings;
  return wrapCommandWithSandboxMacOS({
    ...{ command: 'true', needsNetworkRestriction: true },
    ...{ allowLocalBinding: network.allowLocalBinding, allowUnixSockets: [...network.allowUnixSockets] },
    readConfig: { denyOnly: [...filesystem.denyRead], allowWithinDeny: [...filesystem.allowRead] },
    writeConfig: { allowOnly: [...filesystem.allowWrite], denyWithinAllow: [...filesystem.denyWrite] },
  });
}

describe('G10.18 the settings for sandbox-runtime', () => {
  it('fit the package’s schema', () => {
    expect(SandboxRuntimeConfigSchema.parse(settings)).toMatchObject(settings);
  });

  it('hide people’s homes and Assay’s own data, and show the mounts of a gate', () => {
    expect(settings.filesystem.denyRead).toEqual(expect.arrayContaining(['/Users/me', '/Users', '/Users/me/.assay']));
    expect(settings.filesystem.allowRead).toEqual(expect.arrayContaining([CHECKOUT, LAYER]));
    expect(settings.filesystem.allowRead).not.toContain('/private/var/run-1/own');
    expect(settings.filesystem.allowWrite).toEqual([CHECKOUT, '/private/var/run-1/scratch']);
    expect(settings.filesystem.denyWrite).toEqual(expect.arrayContaining([LAYER, `${CHECKOUT}/node_modules`]));
  });

  it('become a profile of macOS that denies first and opens only these', () => {
    const text = profile();
    const rules = (verb: string): string[] => text.match(new RegExp(`^\\(${verb}[^;]*?\\)\\)?$`, 'gm')) ?? [];
    expect(text).toContain('(deny default');
    // The later rule wins.
    expect(text.indexOf('(deny file-read*\n  (subpath "/Users/me")')).toBeGreaterThan(-1);
    expect(text.indexOf(`(allow file-read*\n  (subpath "${CHECKOUT}")`)).toBeGreaterThan(
      text.indexOf('(deny file-read*\n'),
    );
    expect(text).toMatch(new RegExp(`\\(allow file-write\\*\\n  \\(subpath "${CHECKOUT}"\\)`));
    expect(text.lastIndexOf('(deny file-write*\n')).toBeGreaterThan(text.lastIndexOf('(allow file-write*\n'));
    // Of the network only this machine's own ports, for servers that tests start.
    expect(rules('allow network-outbound').filter((rule) => !rule.includes('unix-socket'))).toEqual([
      '(allow network-outbound (remote ip "localhost:*"))',
    ]);
    expect(text).not.toMatch(/\(allow network\*\)|\(allow network-outbound\)/);
  });
});
