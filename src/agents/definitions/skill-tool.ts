import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { textTokens } from '../native/context/estimate.ts';
import { type LoadedSkills, takeSkill } from './loaded-skills.ts';
import { readInside } from './read-inside.ts';
import type { Skill } from './skill-definition.ts';
import { fittingSkills, skillLine, skillsForModels } from './skill-index.ts';

const input = z.object({
  name: z.string().describe('the skill; or words of what you look for, and the skills that fit are listed'),
  file: z
    .string()
    .optional()
    .describe('a file of the skill, by its path in the skill’s folder; omit it for the skill’s own text'),
});
const output = z.object({ name: z.string(), files: z.array(z.string()), putAway: z.array(z.string()) });

const LONGEST_FILE = 256 * 1024;
const MOST_FILES = 100;

/** Reads skills on demand: first their text, then files beside it. The loaded skills last as long as the tool. */
export function skillTool(skills: ReadonlyMap<string, Skill>, start: LoadedSkills): Tool<typeof input, typeof output> {
  let shelf = start;
  const known = skillsForModels(skills);
  return defineTool({
    name: 'skill',
    title: 'Read a skill',
    description: 'Returns the instructions of a skill, or one of its files.',
    input,
    output,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'One of its files', input: { name: 'pdf-processing', file: 'references/forms.md' } }],
    errors: {
      TOOL_INPUT_INVALID: 'the skill or its file does not exist',
      TOOL_FAILED: 'it does not fit, or cannot be read',
    },
    run: async ({ name, file }) => {
      const skill = known.get(name);
      if (!skill) return lookedFor(name, known);
      const files = await filesOf(skill);
      if (file !== undefined) return readBeside(skill, file, files);
      const taken = takeSkill(shelf, name, textTokens(skill.body));
      if (taken.type === 'too-big') {
        const why = `the skill ${name} is too long: there is room for ${taken.room} tokens`;
        return refused('TOOL_FAILED', why, 'Work without it, or read its files one by one.');
      }
      ({ shelf } = taken);
      const away = taken.putAway.length === 0 ? '' : `\n\n[Put away, ask again if needed: ${taken.putAway.join(', ')}]`;
      const beside = files.length === 0 ? '' : `\n\n[Other files: ${files.join(', ')}]`;
      return {
        ok: true,
        output: { name, files, putAway: [...taken.putAway] },
        text: `${skill.body}${beside}${away}`,
        context: { holds: holdOf(name), leaves: taken.putAway.map(holdOf) },
      };
    },
  });
}

async function readBeside(skill: Skill, file: string, files: readonly string[]) {
  const read = await readInside(join(skill.folder, file), skill.folder, LONGEST_FILE);
  if (read.type === 'absent') {
    return refused('TOOL_INPUT_INVALID', `the skill ${skill.name} has no file ${file}`, near(file, files));
  }
  if (read.type === 'refused') return refused('TOOL_FAILED', `${file} of ${skill.name} is not read: ${read.why}`, '');
  const cut = read.isCut ? `\n[cut after ${LONGEST_FILE} of ${read.bytes} bytes]` : '';
  return { ok: true as const, output: { name: skill.name, files: [...files], putAway: [] }, text: read.text + cut };
}

async function filesOf({ folder }: Skill): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files
    .map((path) => path.slice(folder.length + 1))
    .filter((path) => path !== 'SKILL.md')
    .sort()
    .slice(0, MOST_FILES);
}

function near(wanted: string, names: Iterable<string>): string {
  const all = [...names];
  const close = nearestNames(wanted, all);
  if (close.length > 0) return `Did you mean ${close.join(' or ')}?`;
  return all.length === 0 ? 'There are none.' : `There are: ${all.slice(0, 20).join(', ')}.`;
}

const refused = (code: string, message: string, next: string) => ({
  ok: false as const,
  error: { code, message, ...(next === '' ? {} : { next }) },
});

const holdOf = (name: string): string => `skill ${name}`;

/** The requested name does not exist: it may be a search. */
function lookedFor(words: string, skills: ReadonlyMap<string, Skill>) {
  const fit = fittingSkills(skills, words).slice(0, MOST_FOUND);
  if (fit.length === 0) return refused('TOOL_INPUT_INVALID', `there is no skill ${words}`, near(words, skills.keys()));
  return {
    ok: true as const,
    output: { name: words, files: [], putAway: [] },
    text: `No skill is called that. These fit:\n${fit.map(skillLine).join('\n')}`,
  };
}
const MOST_FOUND = 10;
