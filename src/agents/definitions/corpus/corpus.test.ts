import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { mayUse, readAgent } from '../agent-definition.ts';
import { findDefinitions } from '../find-definitions.ts';
import { readSkill } from '../skill-definition.ts';
import shapes from './real-shapes.json' with { type: 'json' };

/**
 * Heads of files that people keep in public repositories for Claude Code, opencode and agentskills: their fields, quotes,
 * colons, tags and lengths as they are there, every word of prose another. `means` is what the program that a file was
 * written for makes of it, read from the file by a script that shares no code with ours.
 */
const Shape = z.strictObject({
  path: z.string(),
  text: z.string(),
  means: z.strictObject({
    name: z.string(),
    model: z.string().nullable().optional(),
    tools: z.array(z.string()).optional(),
    denied: z.array(z.string()).optional(),
    allowed: z.array(z.string()).optional(),
    forModels: z.boolean().optional(),
    turns: z.number().optional(),
  }),
});
const SHAPES = z.array(Shape).parse(shapes);
const SKILLS = SHAPES.filter(({ path }) => path.endsWith('SKILL.md'));
const AGENTS = SHAPES.filter(({ path }) => !path.endsWith('SKILL.md'));

/** Names of tools in Claude Code and opencode, and what the native loop calls the same. */
const TOOLS = [
  ...['Read', 'Grep', 'Glob', 'Bash', 'Edit', 'Write', 'WebFetch', 'Task', 'TodoWrite', 'mcp__x__y'],
  ...['read', 'search', 'find', 'shell', 'edit', 'patch', 'write', 'fetch', 'task', 'plan'],
];
const SAME: Readonly<Record<string, string>> = {
  ...{ read: 'Read', search: 'Grep', find: 'Glob', shell: 'Bash', edit: 'Edit', patch: 'Edit', write: 'Write' },
  ...{ fetch: 'WebFetch', task: 'Task', plan: 'TodoWrite' },
};
/** Names that come with another: an agent that has Bash may read its output. */
const WITH: Readonly<Record<string, readonly string[]>> = {
  Bash: ['BashOutput', 'KillShell', 'bash'],
  Read: ['NotebookRead', 'read'],
  Task: ['Agent', 'task'],
  Edit: ['edit'],
  Write: ['write'],
  TodoWrite: ['todowrite'],
};
const isNamed = (list: readonly string[], tool: string): boolean => {
  const theirs = SAME[tool] ?? tool;
  return [theirs, ...(WITH[theirs] ?? [])].some((name) => list.includes(name));
};

describe('S5.2 files written for other programs mean the same here', () => {
  it('S5.9 are many', () => expect(SHAPES.length).toBeGreaterThanOrEqual(60));

  it.each(SKILLS)('$path', ({ path, text, means }) => {
    const { skill, problems } = readSkill(text, `/p/${path}`, true);
    expect(problems).toEqual([]);
    expect(skill).toMatchObject({
      name: means.name,
      allowedTools: means.allowed ?? [],
      forModels: means.forModels ?? true,
    });
    expect(skill?.description.length).toBeGreaterThan(5);
    // In a folder of our own it is used too; deviations from the format are reported.
    expect(readSkill(text, `/p/${path}`).skill?.name).toBe(means.name);
  });

  it.each(AGENTS)('$path', ({ path, text, means }) => {
    const { agent, problems } = readAgent(text, `/p/${path}`, true);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    if (!agent) throw new Error('it was not read');
    expect(agent.name).toBe(means.name);
    expect(agent.description.length).toBeGreaterThan(10);
    expect(agent.model ?? null).toBe(means.model ?? null);
    expect(agent.limits.turns).toBe(means.turns);
    const denied = means.denied ?? [];
    const all = denied.includes('edit') && path.startsWith('.opencode') ? [...denied, 'write'] : denied;
    for (const tool of TOOLS) {
      const expected = (means.tools === undefined || isNamed(means.tools, tool)) && !isNamed(all, tool);
      if (tool.startsWith('mcp__')) continue;
      expect([tool, mayUse(agent, tool)]).toEqual([tool, expected && !all.includes(bashed(tool))]);
    }
    for (const tool of means.tools ?? []) expect([tool, mayUse(agent, tool)]).toEqual([tool, true]);
  });

  it('are found where those programs keep them, in the project and at home', async () => {
    const root = tempFolder();
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const agent = (name: string) => `---\nname: ${name}\ndescription: Is ${name}.\n---\nWork.\n`;
    put('p/.claude/agents/team/deep.md', agent('deep'));
    put('p/.claude/agents/README.md', 'About these.');
    put('p/.opencode/agent/oc.md', '---\ndescription: Is oc.\n---\nWork.\n');
    put('p/.opencode/skill/oc-skill/SKILL.md', '---\nname: oc-skill\ndescription: Does it.\n---\nWork.\n');
    put('me/.claude/agents/mine.md', agent('mine'));
    put('me/.claude/skills/own/SKILL.md', 'No head at all.\n');
    put('me/.config/opencode/agents/global.md', agent('global'));
    const places = { folder: join(root, 'p'), project: join(root, 'p'), home: join(root, 'me/.assay') };
    const { agents, skills, problems } = await findDefinitions({ ...places, person: join(root, 'me') });
    expect(problems).toEqual([]);
    expect([...agents.keys()].sort()).toEqual(['deep', 'global', 'mine', 'oc']);
    expect([...skills.keys()].sort()).toEqual(['oc-skill', 'own']);
    expect((await findDefinitions(places)).agents.has('mine')).toBe(false);
  });
});

/** opencode's own names in small letters. */
const bashed = (tool: string): string =>
  ({ shell: 'bash', Bash: 'bash', search: 'grep', find: 'glob' })[tool] ?? tool.toLowerCase();
