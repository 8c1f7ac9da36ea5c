import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FoundAgent } from '#agents/program/find-agents.ts';
import { LOGIN_IS_YOURS, nothingConfigured } from '#attempts/backends/nothing-configured.ts';
import { findingOf } from './agents.ts';

const CODEX: FoundAgent = { title: 'Codex', backend: 'codex', how: 'package', path: '/codex', version: null };
const offer = { title: 'Codex', backend: 'codex', install: 'npm install codex' };

describe('X8.5 one sentence says how a subscription login works in hosted mode', () => {
  it('in doctor, for an installed agent without a key, but not with a key', () => {
    expect(findingOf(offer, [CODEX], {}).next).toContain(LOGIN_IS_YOURS);
    expect(findingOf(offer, [CODEX], { OPENAI_API_KEY: 'k' }).next).toBeUndefined();
  });

  it('by a run that finds an agent and no key', () => {
    expect(nothingConfigured('engineer', [CODEX]).next).toContain(LOGIN_IS_YOURS);
    expect(nothingConfigured('engineer', []).next).not.toContain(LOGIN_IS_YOURS);
  });

  it('names the package of a program that is here, and for a review alone a command', () => {
    const claude = { ...CODEX, title: 'Claude Code', backend: null, next: 'npm install -g its-sdk' };
    expect(nothingConfigured('engineer', [claude]).next).toMatch(/Claude Code is here.*: npm install -g its-sdk/);
    expect(nothingConfigured('engineer', []).next).not.toContain('--reviewer-command');
    expect(nothingConfigured('reviewer', []).next).toContain('(4) A reviewer of your own: assay init --force');
  });

  it('names what is there where only the model has no name', () => {
    const server = { provider: 'compatible', state: 'ready', by: 'OPENAI_COMPATIBLE_BASE_URL' } as const;
    const { message, next } = nothingConfigured('engineer', [], [server]);
    expect(message).toContain('OPENAI_COMPATIBLE_BASE_URL is set, but no model');
    expect(next).toContain('--model compatible:NAME');
  });

  it('by the documentation', () => {
    const page = readFileSync(new URL('../../../docs/agents-real.md', import.meta.url), 'utf8');
    expect(page.replaceAll(/\s+/g, ' ')).toContain(LOGIN_IS_YOURS);
  });
});
