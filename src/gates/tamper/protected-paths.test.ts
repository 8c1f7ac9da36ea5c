import { expect, it } from 'vitest';
import { protectionOf } from './protected-paths.ts';

it('a test of types is one of the tests, wherever it is; a declaration is not', () => {
  for (const path of ['types/index.test-d.ts', 'src/a.spec-d.mts', 'types/index.tst.ts'])
    expect(protectionOf(path)).toBe('test-support');
  for (const path of ['types/index.d.ts', 'src/tst.ts', 'src/test-d.ts']) expect(protectionOf(path)).toBeNull();
});

it('G14.22 files that tools start by themselves, and instructions for agents, are protected; delivered files are not', () => {
  const started = ['.vscode/tasks.json', 'web/.devcontainer/devcontainer.json', '.claude/settings.json', '.mcp.json'];
  for (const path of [...started, '.envrc', 'opencode.json']) expect(protectionOf(path)).toBe('started');
  for (const path of ['CLAUDE.md', 'packages/a/AGENTS.md', '.cursorrules'])
    expect(protectionOf(path)).toBe('instructions');
  for (const path of ['.travis.yml', 'azure-pipelines.yml', '.forgejo/workflows/a.yml', '.github/workflows/a.yml'])
    expect(protectionOf(path)).toBe('scripts');
  for (const path of [
    'src/claude.ts',
    'docs/agents.md',
    'src/vscode/tasks.json',
    'Dockerfile',
    'src/.envrc.ts',
    '.idea/workspace.xml',
  ])
    expect(protectionOf(path)).toBeNull();
});
