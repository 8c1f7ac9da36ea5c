import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { explain, frontMatterWarnings, unknownFields } from './explain.ts';
import { firstParagraph } from './first-paragraph.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { sha256 } from './hash.ts';
import type { DefinitionProblem } from './problem.ts';
import { toolList } from './tool-list.ts';

/** The limits of the agentskills format. */
export const SkillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const LONGEST_DESCRIPTION = 1_024;

/** The format's fields and those that Claude Code and opencode read. All are optional: the folder has a name. */
const Head = z.object({
  name: text.optional(),
  description: text.optional(),
  license: text.optional(),
  compatibility: text.optional(),
  /** Values are texts; an unquoted number is read as one. */
  metadata: z.record(z.string(), z.unknown()).nullish(),
  'allowed-tools': toolList.nullish(),
  'disable-model-invocation': z.boolean().optional(),
  'user-invocable': z.boolean().optional(),
  when_to_use: text.optional(),
});

const ALLOWED = {
  name: '1 to 64 of a-z, 0-9 and single hyphens inside',
  description: `a text of 1 to ${LONGEST_DESCRIPTION} characters: what the skill does and when to use it`,
  license: 'a text',
  compatibility: 'a text of 1 to 500 characters',
  metadata: 'names with texts',
  'allowed-tools': 'names of tools, separated by spaces or commas, or a list',
  'disable-model-invocation': 'true or false',
  'user-invocable': 'true or false',
  when_to_use: 'a text',
};
/** Fields that other programs read; they have no effect here, and are no mistakes. */
const OTHERS = [
  ...['argument-hint', 'arguments', 'model', 'effort', 'context', 'agent', 'hooks', 'paths', 'shell', 'version'],
  ...['tags', 'author', 'category', 'dependencies', 'disallowed-tools'],
];
const FIELDS = [...Object.keys(ALLOWED), ...OTHERS];

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Shown to people; grants nothing. */
  readonly allowedTools: readonly string[];
  /** False: only a person calls it (`/name`), and no model sees it. */
  readonly forModels: boolean;
  /** False: only models read it. */
  readonly forPeople: boolean;
  readonly body: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly folder: string;
}

export interface ReadSkill {
  readonly skill: Skill | null;
  readonly problems: readonly DefinitionProblem[];
}

/** Beyond this the format requires separate files. */
const MOST_LINES = 500;

/**
 * Pure. A skill from the text of its SKILL.md. `lenient`: written for another program, which accepts what the format
 * does not allow, and so do we, silently; in a folder of ours it is accepted too, with a warning.
 */
export function readSkill(source: string, file: string, lenient = false): ReadSkill {
  const read = readFrontMatter(source, FIELDS);
  const headless = !read.ok && lenient && !source.replace(/^\uFEFF/, '').startsWith('---');
  if (!read.ok && !headless) return { skill: null, problems: [fault(file, read.line, read.message)] };
  const head: FrontMatter = read.ok ? read.file : { data: {}, lineOf: () => 1, body: source.trim() };
  const unknown = lenient ? [] : unknownFields(file, head, FIELDS);
  const parsed = Head.safeParse(head.data);
  if (!parsed.success)
    return { skill: null, problems: [...explain(file, head, parsed.error.issues, ALLOWED), ...unknown] };
  const { data } = parsed;
  const folder = dirname(file);
  const name = SkillName.safeParse(data.name).success ? (data.name ?? '') : slugOf(basename(folder));
  const description = descriptionOf(data, head.body);
  if (name === '' || description === '') {
    const what = name === '' ? 'neither a name nor a folder that could be one' : 'neither a description nor a text';
    return { skill: null, problems: [fault(file, 1, `it has ${what}`), ...unknown] };
  }
  const told = lenient ? [] : beyondTheFormat(data, head, file, basename(folder));
  const { license, compatibility } = data;
  const skill: Skill = {
    name,
    description,
    metadata: Object.fromEntries(Object.entries(data.metadata ?? {}).map(([key, value]) => [key, plain(value)])),
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    allowedTools: data['allowed-tools'] ?? [],
    forModels: data['disable-model-invocation'] !== true,
    forPeople: data['user-invocable'] !== false,
    body: head.body,
    file,
    hash: sha256(source),
    folder,
  };
  return { skill, problems: [...unknown, ...told, ...tooLong(head.body, file)] };
}

type Data = z.output<typeof Head>;

function descriptionOf({ description = '', when_to_use: when = '' }: Data, body: string): string {
  const own = description.trim() === '' ? firstParagraph(body) : description.trim();
  return [own, when.trim()].filter((part) => part !== '').join(' ');
}

/** Requirements of the format that other programs ignore: the skill is used anyway. */
function beyondTheFormat(
  { name, description = '' }: Data,
  head: FrontMatter,
  file: string,
  folder: string,
): DefinitionProblem[] {
  const about = (field: string, message: string): DefinitionProblem => ({
    severity: 'warning',
    file,
    line: head.lineOf([field]),
    field,
    message,
  });
  const found: DefinitionProblem[] = frontMatterWarnings(head, file);
  if (name === undefined)
    found.push(about('name', `name is missing; it is called ${slugOf(folder)}, after its folder`));
  else if (!SkillName.safeParse(name).success)
    found.push(about('name', `name is "${name}"; allowed is ${ALLOWED.name}; it is called ${slugOf(folder)}`));
  else if (name !== folder)
    found.push(about('name', `name is "${name}"; the format asks for that of its folder, "${folder}"`));
  if (description.trim() === '')
    found.push(about('description', 'description is missing; its first lines are used instead'));
  if (description.length > LONGEST_DESCRIPTION)
    found.push(
      about(
        'description',
        `description has ${description.length} characters; the format allows ${LONGEST_DESCRIPTION}`,
      ),
    );
  return found;
}

function tooLong(body: string, file: string): DefinitionProblem[] {
  const lines = body.split('\n').length;
  const message = `its text has ${lines} lines; beyond ${MOST_LINES} move details into files next to it`;
  return lines > MOST_LINES ? [{ severity: 'warning', file, line: null, field: null, message }] : [];
}

/** Pure. A callable name, from whatever people wrote. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const fault = (file: string, line: number, message: string): DefinitionProblem => ({
  severity: 'error',
  file,
  line,
  field: null,
  message,
});
