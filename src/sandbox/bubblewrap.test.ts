import { describe, expect, it } from 'vitest';
import type { SandboxPolicy } from '#contracts/sandbox.ts';
import { bubblewrapArgs, startFolder } from './bubblewrap.ts';

const limits = { processes: 9, memoryBytes: 1, scratchBytes: 4096, outputBytes: 1 };
const policy = (parts: Partial<SandboxPolicy> = {}): SandboxPolicy => ({
  writable: [{ from: '/h/ws', at: '/workspace' }],
  readOnly: [],
  network: 'none',
  limits,
  ...parts,
});
const args = (parts: Partial<SandboxPolicy> = {}, command = {}): string[] =>
  bubblewrapArgs({
    policy: policy(parts),
    command,
    base: { folders: ['/usr'], links: [{ at: '/bin', to: 'usr/bin' }] },
    made: [{ from: '/own/etc', at: '/etc' }],
    env: { LANG: 'C.UTF-8' },
    seccompFd: 4,
    statusFd: 5,
  });
const line = (list: readonly string[]): string => `${list.join(' ')} `;

describe('bubblewrapArgs', () => {
  it('takes every namespace away, and the environment', () => {
    expect(args().slice(0, 6)).toEqual([
      '--unshare-all',
      '--unshare-user',
      '--disable-userns',
      '--die-with-parent',
      '--new-session',
      '--clearenv',
    ]);
    expect(args()).not.toContain('--share-net');
  });

  it('shows the system and our own /etc read-only, the workspace writable, nothing else of the machine', () => {
    const binds = args().flatMap((word, at, all) => (/bind/.test(word) ? [all.slice(at, at + 3).join(' ')] : []));
    expect(binds).toEqual(['--ro-bind /usr /usr', '--ro-bind /own/etc /etc', '--bind /h/ws /workspace']);
  });

  it('G10.1 keeps package managers, including pnpm 11 and later, from installing without a network', () => {
    for (const name of ['npm_config_offline', 'pnpm_config_offline'])
      expect(line(args())).toContain(`--setenv ${name} true `);
    for (const name of ['npm_config_verify_deps_before_run', 'pnpm_config_verify_deps_before_run'])
      expect(line(args())).toContain(`--setenv ${name} false `);
    expect(line(args({ network: { hosts: ['registry.example'] } }))).not.toContain('config_offline');
  });

  it('mounts inner mounts after outer ones, whatever their kind', () => {
    const inside = { readOnly: [{ from: '/layers/1', at: '/workspace/node_modules' }] };
    const text = line(args(inside));
    expect(text.indexOf('--bind /h/ws /workspace ')).toBeLessThan(text.indexOf('--ro-bind /layers/1 '));
  });

  it('creates links after their targets', () => {
    const [from, at] = ['/opt/pnpm/bin/pnpm.cjs', '/run/toolchain/pnpm'];
    const text = line(
      args({
        readOnly: [
          { from, at, asLink: true },
          { from: '/opt/pnpm', at: '/opt/pnpm' },
        ],
      }),
    );
    expect(text).toContain(`--symlink ${from} ${at} `);
    expect(text).not.toContain(`--ro-bind ${from}`);
  });

  it('bounds the scratch space before anything is mounted below it, and closes the root last', () => {
    const text = line(args({ writable: [{ from: '/h/ws', at: '/tmp/ws' }] }));
    expect(text).toContain('--size 4096 --perms 1777 --tmpfs /tmp ');
    expect(text.indexOf('--tmpfs /tmp ')).toBeLessThan(text.indexOf('--bind /h/ws /tmp/ws '));
    expect(text.indexOf('--bind /h/ws /tmp/ws ')).toBeLessThan(text.indexOf('--remount-ro / '));
  });

  it("sets a made-up person's environment, the command's own words over it", () => {
    expect(line(args())).toContain('--setenv LANG C.UTF-8 --setenv PATH /usr/local/bin:/usr/bin:/bin --setenv HOME ');
    expect(line(args({}, { env: { PATH: '/opt/x' } }))).toContain('--setenv PATH /opt/x ');
  });

  it('starts in the workspace, or below it', () => {
    expect(line(args())).toContain('--chdir /workspace ');
    expect(line(args({}, { cwd: 'packages/a' }))).toContain('--chdir /workspace/packages/a ');
    expect(startFolder(policy({ writable: [] }))).toBe('/home/agent');
  });
});
