import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probedSandbox } from '../sandbox-here.ts';
import { assay, atTerminal, makeRig } from './rig.ts';

const unisolated = await probedSandbox();

describe('G1 assay init', () => {
  it('G1.11 G2.4 finds what it can, gives reasons, writes once, and says what to commit', async () => {
    const rig = makeRig({ config: null, files: { '.assay/.gitignore': 'mine\n' } });
    const found = await assay(rig, ['init', '--yes', '--json']);
    expect([found.code, JSON.parse(found.out.trim().split('\n').at(-1) ?? '')]).toMatchObject([
      0,
      {
        config: { version: 1, main: 'main', plan: 'PLAN.md', preflight: 'npm run check' },
        found: { test: { value: ['node:test'] }, preflight: { why: 'script "check" of package.json' } },
        written: ['.assay/config.json', '.assay/.gitignore'],
      },
    ]);
    expect(rig.read('.assay/.gitignore')).toBe(
      'mine\nACTIVE_PR.json\nACTIVE_PR.edited.json\nORCHESTRATION_STATE.json\n',
    );
    const again = await assay(rig, ['init', '--yes']);
    expect([again.code, again.out]).toEqual([2, expect.stringContaining('exists already')]);
    rig.write({ '.assay/config.json': '{"version": 1, "thresholds": {"escalation": 4}}' });
    await assay(rig, ['init', '--yes', '--force', '--preflight', 'true', '--reviewer-command', './review']);
    expect(JSON.parse(rig.read('.assay/config.json'))).toMatchObject({
      thresholds: { escalation: 4 },
      preflight: 'true',
      reviewer: { command: './review' },
    });
  });

  it('G1.12 asks a person for missing values, or else names the flags', async () => {
    const rig = makeRig({ config: null, files: { 'package.json': '{}', 'PLAN.md': 'no plan\n' } });
    const missing = await assay(rig, ['init', '--yes', '--plan', 'PLAN.md']);
    expect([missing.code, missing.out]).toEqual([2, expect.stringContaining('cannot be read as a plan')]);
    rig.write({ 'docs/work.md': '- [ ] Totals\n' });
    const unknown = await assay(rig, ['init', '--yes', '--plan', 'docs/work.md']);
    expect([unknown.code, unknown.out]).toEqual([2, expect.stringContaining('If it exists: --test RUNNER')]);
    const asked = await atTerminal(rig, ['init'], 'docs/work.md\nnode:test\n\nyes\n');
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('Where is the plan?')]);
    expect(JSON.parse(rig.read('.assay/config.json'))).toEqual({
      version: 1,
      main: 'main',
      plan: 'docs/work.md',
      preflight: false,
      test: ['node:test'],
    });
  });

  it('X8.1 tries tests and preflight on main before it writes them', async ({ skip }) => {
    if (unisolated !== null) skip(unisolated);
    const rig = makeRig({ config: null });
    const red = await assay(rig, ['init', '--preflight', 'echo no such rule; exit 3']);
    expect([red.code, red.out]).toEqual([2, expect.stringContaining('fails on main: echo no such rule')]);
    expect(red.out).toContain('    no such rule');
    expect(existsSync(join(rig.folder, '.assay/config.json'))).toBe(false);
    // A check that is red on main cannot judge work, so a found check is used only if it passes.
    rig.write({ 'src/other.js': '// FIXME\n' });
    rig.git('add', '-A');
    rig.git('commit', '--quiet', '--message', 'red check');
    const { code, out } = await assay(rig, ['init']);
    expect([code, out]).toEqual([0, expect.stringContaining('npm run check fails on main')]);
    expect(out).toContain('on main 1 test passed');
    expect(JSON.parse(rig.read('.assay/config.json'))).toMatchObject({ preflight: false });
  }, 180_000);

  it('sets nothing up where no test of main passes, and asks no one to change code for it', async ({ skip }) => {
    if (unisolated !== null) skip(unisolated);
    const red = "import test from 'node:test';\ntest('red', () => { throw new Error('no'); });\n";
    const { code, out } = await assay(makeRig({ config: null, files: { 'test/add.test.js': red } }), ['init']);
    expect([code, out]).toEqual([2, expect.stringContaining('no test of main passes: ')]);
    expect(out).toContain('next: Mend them on main and commit that.');
  }, 180_000);

  it('sets nothing up where the tests of main cannot run', async ({ skip }) => {
    if (unisolated !== null) skip(unisolated);
    const rig = makeRig({ config: null, files: { 'test/add.test.js': 'import "nowhere-to-be-found";\n' } });
    const { code, out } = await assay(rig, ['init']);
    expect([code, out]).toEqual([2, expect.stringContaining('the tests of main cannot be measured')]);
    expect(existsSync(join(rig.folder, '.assay/config.json'))).toBe(false);
    expect((await assay(rig, ['init', '--no-try'])).code).toBe(0);
  }, 180_000);

  it('X8.2 offers a starter plan, and names all that is to be committed', async () => {
    const rig = makeRig({ config: null });
    rig.git('rm', '--quiet', 'PLAN.md');
    rig.git('commit', '--quiet', '--message', 'no plan');
    rig.git('switch', '--quiet', '--create', 'elsewhere');
    const { code, out } = await assay(rig, ['init', '--no-preflight', '--no-try']);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('git switch main && git add PLAN.md .assay && git commit'),
    ]);
    expect(rig.read('PLAN.md')).toContain('## PR 1: ');
    expect((await assay(rig, ['plan', 'check'])).code).toBe(0);
  });

  it.each([
    [['--main', 'mian'], 'there is no branch mian'],
    [['--plan', 'NOPE.md'], 'there is no plan at NOPE.md'],
    [['--test', 'vitset'], 'Did you mean vitest?'],
  ])('refuses what is not there: %j', async (args, seen) => {
    const rig = makeRig({ config: null });
    const { code, out } = await assay(rig, ['init', '--yes', ...args]);
    expect([code, out]).toEqual([2, expect.stringContaining(seen)]);
  });

  it('refuses a repository without a commit', async () => {
    const rig = makeRig({ config: null });
    const fresh = join(rig.home, 'fresh');
    mkdirSync(fresh);
    rig.git('init', '--quiet', fresh);
    const { code, out } = await assay({ ...rig, folder: fresh }, ['init', '--yes']);
    expect([code, out]).toEqual([2, expect.stringContaining('has no commit yet')]);
  });

  it('plan check says how a plan is read', async () => {
    const rig = makeRig();
    const read = await assay(rig, ['plan', 'check', '--json']);
    expect([read.code, JSON.parse(read.out)]).toMatchObject([0, { by: 'headings', items: [{ done: false }, {}] }]);
    rig.write({ 'x.md': '- [ ] A\n- [ ] A\n' });
    const twice = await assay(rig, ['plan', 'check', 'x.md']);
    expect([twice.code, twice.out]).toEqual([2, expect.stringContaining('already the title of line 1')]);
  });
});

describe('G8 assay connect', () => {
  it('G8.2 shows the change, asks, writes it once, and takes it out again', async () => {
    const rig = makeRig();
    const mine = '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
    rig.write({ '.gemini/settings.json': mine });
    const declined = await atTerminal(rig, ['connect', 'gemini'], 'no\n');
    expect([declined.code, declined.out]).toEqual([1, expect.stringContaining('+    "assay": {')]);
    expect(rig.read('.gemini/settings.json')).toBe(mine);
    expect((await assay(rig, ['connect', 'gemini'])).code).toBe(2);
    expect((await assay(rig, ['connect', 'gemini', '--yes'])).code).toBe(0);
    expect(rig.read('.gemini/settings.json')).toContain('// mine');
    expect(rig.read('.gemini/settings.json')).toContain('"other": { "command": "x" },');
    const again = await assay(rig, ['connect', 'gemini', '--yes', '--json']);
    expect(JSON.parse(again.out.trim())).toMatchObject({ changed: false, files: [] });
    await assay(rig, ['connect', 'gemini', '--yes', '--remove']);
    expect(rig.read('.gemini/settings.json')).toBe(mine);
  });

  it('X8.7 does not connect if the client cannot read the file, and removes a file that was only Assay’s', async () => {
    const rig = makeRig();
    rig.write({ '.mcp.json': '{\n  // mine\n  "mcpServers": {}\n}\n' });
    const refused = await assay(rig, ['connect', 'claude', '--yes']);
    expect([refused.code, refused.out]).toEqual([2, expect.stringContaining('reads no JSON with comments')]);
    await assay(rig, ['connect', 'cursor', '--yes']);
    expect(rig.read('.cursor/mcp.json')).toContain('"assay"');
    await assay(rig, ['connect', 'cursor', '--yes', '--remove']);
    expect(existsSync(join(rig.folder, '.cursor/mcp.json'))).toBe(false);
  });

  it('writes a person’s own file on request', async () => {
    const rig = makeRig();
    await assay(rig, ['connect', 'codex', '--yes']);
    expect(readFileSync(join(rig.home, '.codex/config.toml'), 'utf8')).toContain('[mcp_servers.assay]\ncommand = ');
    await assay(rig, ['connect', 'gemini', '--user', '--yes']);
    const gemini = JSON.parse(readFileSync(join(rig.home, '.gemini/settings.json'), 'utf8'));
    expect(gemini).toMatchObject({ mcpServers: { assay: { args: ['mcp'] } } });
    const unknown = await assay(rig, ['connect', 'claud']);
    expect([unknown.code, unknown.out]).toEqual([2, expect.stringContaining('Did you mean claude?')]);
  });
});
