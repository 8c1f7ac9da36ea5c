import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textTokens } from '../native/context/estimate.ts';
import { mayUse, readAgent } from './agent-definition.ts';
import { findDefinitions } from './find-definitions.ts';
import { readInstructions } from './instructions.ts';
import { noSkillsYet } from './loaded-skills.ts';
import { problemText } from './problem.ts';
import { skillCall } from './skill-call.ts';
import { readSkill } from './skill-definition.ts';
import { skillIndex } from './skill-index.ts';
import { skillTool } from './skill-tool.ts';

function tree(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-definitions-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const skill = (name: string, more = '', body = 'Do it well.'): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n\n${body}\n`;

const agentText = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Is ${name}.\n${more}---\nWork.\n`;

const told = (problems: Parameters<typeof problemText>[0][]): string[] => problems.map(problemText);

describe('S5 SKILL.md', () => {
  it('is read according to the format', () => {
    const more =
      'license: MIT\ncompatibility: Needs git\nmetadata:\n  author: me\n  version: 1.0\nallowed-tools: Bash(git:*) Read\n';
    const { skill: read, problems } = readSkill(`\uFEFF${skill('pdf-forms', more)}`, '/s/pdf-forms/SKILL.md');
    expect(problems).toEqual([]);
    expect(read).toMatchObject({
      name: 'pdf-forms',
      license: 'MIT',
      compatibility: 'Needs git',
      metadata: { author: 'me', version: '1' },
      allowedTools: ['Bash(git:*)', 'Read'],
      body: 'Do it well.',
      folder: '/s/pdf-forms',
    });
  });

  it.each([
    ['no head', 'Just text.', /^\/s\/a\/SKILL\.md:1: error: it does not begin with ---/],
    ['a head without an end', '---\nname: a\n', /no second ---/],
    ['a name twice', '---\nname: a\nname: b\ndescription: x\n---\n', /:3: error: .*unique/],
    ['a list for a head', '---\n- a\n---\n', /not a list of fields/],
    [
      'an alias bomb',
      `---\na: &a [1,1]\n${'bcdefghi'
        .split('')
        .map((k, i) => `${k}: &${k} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`)
        .join('\n')}\n---\n`,
      /refers to itself too often/,
    ],
  ])('with %s is refused with its line', (_, text, expected) => {
    const { skill: read, problems } = readSkill(text, '/s/a/SKILL.md');
    expect(read).toBeNull();
    expect(told([...problems]).join('\n')).toMatch(expected);
  });

  it.each([
    [
      'YAML that is none',
      '---\nname: a\ndescription: [x\n---\n',
      'a',
      /SKILL\.md:\d+: warning: its front matter is not YAML/,
    ],
    ['a colon', '---\nname: a\ndescription: Use it when: x\n---\n', 'a', /warning: its front matter is not YAML/],
    ['capitals', '---\nname: A\ndescription: x\n---\n', 'a', /:2: warning: name is "A"; allowed is 1 to 64/],
    ['two hyphens', '---\nname: a--b\ndescription: x\n---\n', 'a', /name is "a--b"/],
    [
      'another folder',
      '---\ndescription: x\nname: b\n---\n',
      'b',
      /:3: warning: name is "b"; the format asks for .* "a"/,
    ],
    ['no name', '---\ndescription: x\n---\n', 'a', /name is missing; it is called a/],
    ['no description', '---\nname: a\n---\n# Title\n\nFirst words.\n', 'a', /description is missing/],
    ['a long description', `---\nname: a\ndescription: ${'x'.repeat(1025)}\n---\n`, 'a', /1025 characters/],
  ])('with %s is used as other programs use it, and that is reported', (_, text, name, expected) => {
    const { skill: read, problems } = readSkill(text, '/s/a/SKILL.md');
    expect(read?.name).toBe(name);
    expect(read?.description).not.toBe('');
    expect(told([...problems]).join('\n')).toMatch(expected);
  });

  it('with a field no one reads is used, and the field is reported with the nearest there is', () => {
    const { skill: read, problems } = readSkill(skill('a', 'licence: MIT\n'), '/s/a/SKILL.md');
    expect(read?.name).toBe('a');
    expect(told([...problems])).toEqual([
      '/s/a/SKILL.md:4: warning: licence is not a known field and is ignored: did you mean license?',
    ]);
    expect(readSkill(skill('a', 'model: opus\n'), '/s/a/SKILL.md', true).problems).toEqual([]);
  });
});

describe('S5.3 AGENT.md', () => {
  it('is read completely', () => {
    const more =
      'model: deep\ntools: [read, "mcp_*"]\nskills: [pdf]\nsources: [docs]\nlimits: { turns: 40, usd: 1.5 }\ncontext:\n  compactAt: 0.85\n  instructions: [AGENTS.md]\n';
    const { agent, problems } = readAgent(agentText('engineer', more), '/a/AGENT.md');
    expect(problems).toEqual([]);
    expect(agent).toMatchObject({
      model: 'deep',
      skills: ['pdf'],
      sources: ['docs'],
      limits: { turns: 40, usd: 1.5 },
      compactAt: 0.85,
      instructionFiles: ['AGENTS.md'],
      instructions: 'Work.',
    });
    expect(agent && ['read', 'mcp_x', 'write', 'xread'].map((tool) => mayUse(agent, tool))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(mayUse({}, 'anything')).toBe(true);
  });

  it.each([
    ['model: medium\n', /:4: error: model is "medium"; allowed is fast, standard, deep or PROVIDER:NAME/],
    ['limits: { turns: 0 }\n', /limits\.turns is 0; allowed is turns, tokens, usd and seconds/],
    ['limits: { dollars: 3 }\n', /limits is \{"dollars":3\}/],
    ['context: { compactAt: 85 }\n', /context\.compactAt is 85; allowed is a share/],
    ['context: { instructions: [README.md] }\n', /context\.instructions\.0 is "README\.md"/],
  ])('with %s is refused', (more, expected) => {
    const { agent, problems } = readAgent(agentText('x', more), '/a/AGENT.md');
    expect(agent).toBeNull();
    expect(told([...problems]).join('\n')).toMatch(expected);
  });

  it('without a text is refused, and Claude Code’s own words are understood', () => {
    expect(readAgent('---\nname: a\ndescription: b\n---\n', '/a').agent).toBeNull();
    const { agent, problems } = readAgent(
      agentText('r', 'model: opus\ntools: Read, Grep\ncolor: red\n'),
      '/r.md',
      true,
    );
    expect(problems).toEqual([]);
    expect(agent).toMatchObject({ model: 'deep', tools: ['Read', 'Grep'] });
    expect(readAgent(agentText('r', 'model: inherit\n'), '/r.md', true).agent).not.toHaveProperty('model');
  });
});

describe('S5 where definitions are found', () => {
  it('uses the nearest one, and reports the others', async () => {
    const root = tree({
      'p/.agents/skills/one/SKILL.md': skill('one', '', 'top'),
      'p/sub/.claude/skills/one/SKILL.md': skill('one', '', 'near'),
      'p/.claude/skills/two/SKILL.md': skill('two'),
      'p/.claude/agents/helper.md': agentText('helper', 'skills: [one, gone]\n'),
      'p/.agents/agents/boss/AGENT.md': agentText('boss'),
      'home/skills/two/SKILL.md': skill('two', '', 'mine'),
      'home/skills/three/SKILL.md': skill('three'),
      'outside/.agents/skills/four/SKILL.md': skill('four'),
    });
    const found = await findDefinitions({ folder: `${root}/p/sub`, project: `${root}/p`, home: `${root}/home` });
    expect([...found.skills.keys()].sort()).toEqual(['one', 'three', 'two']);
    expect(found.skills.get('one')?.body).toBe('near');
    expect([...found.agents.keys()].sort()).toEqual(['boss', 'helper']);
    expect(told([...found.problems])).toEqual([
      expect.stringMatching(/p\/\.agents\/skills\/one\/SKILL\.md: warning: one is not used: .*sub.* is nearer/),
      expect.stringMatching(/home\/skills\/two\/SKILL\.md: warning: two is not used/),
      expect.stringMatching(/helper\.md: warning: there is no skill gone/),
    ]);
  });

  it('follows no link out of the project', async () => {
    const root = tree({ 'p/.agents/skills/x/y': '', 'away/evil/SKILL.md': skill('evil'), 'home/x': '' });
    symlinkSync(`${root}/away/evil`, `${root}/p/.agents/skills/evil`);
    const { skills, problems } = await findDefinitions({
      folder: `${root}/p`,
      project: `${root}/p`,
      home: `${root}/home`,
    });
    expect(skills.size).toBe(0);
    expect(told([...problems])).toEqual([expect.stringContaining('leads out of')]);
  });

  it('reports nothing if there are no definitions', async () => {
    const root = tree({ 'p/x': '' });
    expect(await findDefinitions({ folder: `${root}/p`, project: `${root}/p`, home: `${root}/none` })).toMatchObject({
      problems: [],
    });
  });
});

describe('S5.7 instructions of a project', () => {
  it('come from its top down to where one works, the nearest last', async () => {
    const root = tree({ 'AGENTS.md': 'top', 'CLAUDE.md': 'unused', 'a/CLAUDE.md': 'middle', 'a/b/AGENTS.md': 'near' });
    const { text, files, problems } = await readInstructions(`${root}/a/b`, root);
    expect(problems).toEqual([]);
    expect(text.match(/top|middle|near|unused/g)).toEqual(['top', 'middle', 'near']);
    expect(files).toHaveLength(3);
    expect(text).toContain('<instructions file="a/b/AGENTS.md">');
  });

  it('are cut where they are long, the farthest first, and that is reported', async () => {
    const root = tree({ 'AGENTS.md': 'x'.repeat(60_000), 'a/AGENTS.md': 'near' });
    const { text, problems } = await readInstructions(`${root}/a`, root);
    expect(text).toContain('near');
    expect(Buffer.byteLength(text)).toBeLessThan(50_000);
    expect(told([...problems])).toEqual([expect.stringMatching(/only 49148 of its 60000 bytes are read/)]);
  });

  it('that are a pipe are not waited for', async () => {
    const root = tree({ 'p/x': '' });
    spawnSync('mkfifo', [`${root}/p/AGENTS.md`]);
    const { text, problems } = await readInstructions(`${root}/p`, `${root}/p`);
    expect([text, told([...problems])]).toEqual(['', [expect.stringContaining('it is not a file')]]);
  });

  it('that are a link out of the project are not read', async () => {
    const root = tree({ 'p/x': '', 'secret.md': 'the secret' });
    symlinkSync(`${root}/secret.md`, `${root}/p/AGENTS.md`);
    const { text, problems } = await readInstructions(`${root}/p`, `${root}/p`);
    expect(text).toBe('');
    expect(told([...problems])).toEqual([expect.stringContaining('leads out of')]);
  });
});

describe('S5.4 the skill tool discloses step by step', () => {
  const context = { signal: new AbortController().signal, cwd: '/', progress: () => undefined };

  async function shelfOf(files: Record<string, string>, budget = 1_000) {
    const root = tree(files);
    const { skills } = await findDefinitions({ folder: root, project: root, home: `${root}/none` });
    return { root, skills, tool: skillTool(skills, noSkillsYet(budget)) };
  }

  it('names and descriptions, then the text, then files', async () => {
    const { skills, tool } = await shelfOf({
      '.agents/skills/forms/SKILL.md': skill('forms', '', 'See references/more.md.'),
      '.agents/skills/forms/references/more.md': 'the details',
    });
    expect(skillIndex(skills, '')).toMatch(/- forms: Does forms\./);
    expect(skillIndex(skills, '')).not.toContain('See references');
    const text = await tool.run({ name: 'forms' }, context);
    expect(text).toMatchObject({ ok: true, output: { files: ['references/more.md'] } });
    expect(text.ok && text.text).toContain('See references/more.md.');
    const file = await tool.run({ name: 'forms', file: 'references/more.md' }, context);
    expect(file).toMatchObject({ ok: true, text: 'the details' });
  });

  it('says what there is instead, and never leaves the folder of the skill', async () => {
    const { root, tool } = await shelfOf({
      '.agents/skills/forms/SKILL.md': skill('forms'),
      '.agents/skills/forms/a.md': 'x',
      'secret.md': 'the secret',
    });
    symlinkSync(`${root}/secret.md`, `${root}/.agents/skills/forms/link.md`);
    expect(await tool.run({ name: 'form' }, context)).toMatchObject({ text: expect.stringContaining('- forms: Does') });
    expect(await tool.run({ name: 'zzz' }, context)).toMatchObject({ error: { next: 'There are: forms.' } });
    expect(await tool.run({ name: 'forms', file: 'b.md' }, context)).toMatchObject({
      error: { next: 'Did you mean a.md?' },
    });
    for (const file of ['../../../secret.md', 'link.md', '/etc/passwd', '.']) {
      expect(await tool.run({ name: 'forms', file }, context)).toMatchObject({ ok: false });
    }
  });

  it('describes those that fit the task if there are too many, and finds the others by their words', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `topic${at}`);
    const files = Object.fromEntries(
      many.map((name) => [
        `.agents/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: About ${name}. ${'It helps with many long and tedious things. '.repeat(4)}\n---\nDo.\n`,
      ]),
    );
    const secret =
      '---\nname: hidden\ndescription: Only for people.\ndisable-model-invocation: true\n---\nFor $1 and $ARGUMENTS.';
    const { skills, tool } = await shelfOf({ ...files, '.claude/skills/hidden/SKILL.md': secret });
    const index = skillIndex(skills, 'Please mend topic41 now');
    expect(index).toContain('- topic41: About');
    expect(index).not.toContain('- topic3: About');
    expect(index).toMatch(/Others.*topic3,/);
    expect(textTokens(index)).toBeLessThan(3_000);
    const found = await tool.run({ name: 'something on topic17' }, context);
    expect(found.ok && found.text).toContain('- topic17: About');
    // Models do not see skills that only people call; people call them by name.
    expect(index).not.toContain('hidden');
    expect(await tool.run({ name: 'hidden' }, context)).toMatchObject({ ok: false });
    expect(skillCall('/hidden one two', skills)?.prompt).toContain('For one and one two.');
    expect(skillCall('hidden one', skills)).toBeNull();
  });

  it('removes the least recently used one when there is no more room', async () => {
    const body = 'word '.repeat(200).trim();
    const { tool } = await shelfOf(
      {
        '.agents/skills/a/SKILL.md': skill('a', '', body),
        '.agents/skills/b/SKILL.md': skill('b', '', body),
        '.agents/skills/c/SKILL.md': skill('c', '', body),
        '.agents/skills/huge/SKILL.md': skill('huge', '', 'word '.repeat(10_000)),
      },
      2 * textTokens(body),
    );
    const putAway = [];
    for (const name of ['a', 'b', 'a', 'c', 'b', 'c', 'a']) {
      const result = await tool.run({ name }, context);
      putAway.push(result.ok ? result.output.putAway.join() : '?');
    }
    expect(putAway).toEqual(['', '', '', 'b', 'a', '', 'b']);
    expect(await tool.run({ name: 'huge' }, context)).toMatchObject({ ok: false, error: { code: 'TOOL_FAILED' } });
  });
});
