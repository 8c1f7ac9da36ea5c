import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findAgents } from './find-agents.ts';
import { importPeer } from './import-peer.ts';

function temp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-found-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function program(folder: string, name: string, says: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${says}\n`);
  chmodSync(join(folder, name), 0o755);
}

function install(folder: string, name: string, version: string, source = ''): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version, type: 'module', exports: './index.js' }));
  writeFileSync(join(at, 'index.js'), source);
}

describe('C1 findAgents', () => {
  it('finds nothing on an empty machine', async () => {
    expect(await findAgents({ PATH: temp() }, [temp()])).toEqual([]);
  });

  it('finds programs with their versions, and what each is called', async () => {
    const bin = join(temp(), 'bin');
    program(bin, 'gemini', 'echo 0.61.0');
    program(bin, 'opencode', 'echo "opencode v1.18.33 (abc)"');
    program(bin, 'codex', 'echo no idea');
    expect(await findAgents({ PATH: `${bin}:/usr/bin:/bin` }, [])).toEqual([
      { title: 'Codex', backend: 'codex', how: 'program', path: join(bin, 'codex'), version: null },
      {
        title: 'Gemini CLI',
        backend: 'acp:gemini --experimental-acp',
        how: 'program',
        path: join(bin, 'gemini'),
        version: '0.61.0',
      },
      {
        title: 'opencode',
        backend: 'acp:opencode acp',
        how: 'program',
        path: join(bin, 'opencode'),
        version: '1.18.33',
      },
    ]);
  });

  it('finds packages of the project and those installed for everyone', async () => {
    const project = temp();
    const prefix = temp();
    install(project, '@anthropic-ai/claude-agent-sdk', '0.3.1');
    install(join(prefix, 'lib'), '@openai/codex-sdk', '0.163.0');
    const found = await findAgents({ PATH: join(prefix, 'bin') }, [join(project, 'deep/inside')]);
    expect(found).toMatchObject([
      { backend: 'claude', how: 'package', version: '0.3.1' },
      { backend: 'codex', how: 'package', version: '0.163.0' },
    ]);
  });

  it('says what `claude` alone still needs', async () => {
    const bin = join(temp(), 'bin');
    program(bin, 'claude', 'echo "2.1.0 (Claude Code)"');
    const [found] = await findAgents({ PATH: `${bin}:/usr/bin:/bin` }, []);
    expect(found).toMatchObject({
      backend: null,
      version: '2.1.0',
      next: 'npm install -g @anthropic-ai/claude-agent-sdk',
    });
  });
});

describe('importPeer', () => {
  it('loads an installed package, and says what to install if it is missing', async () => {
    const folder = temp();
    install(folder, '@x/peer', '1.0.0', 'export const answer = 42;');
    expect(await importPeer('@x/peer', [temp(), folder])).toMatchObject({ answer: 42 });
    await expect(importPeer('@x/other', [folder])).rejects.toMatchObject({
      code: 'BINARY_NOT_FOUND',
      next: expect.stringContaining('npm install -g @x/other'),
    });
  });
});
