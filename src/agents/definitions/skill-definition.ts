import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { explain, unknownFields } from './explain.ts';
import { readFrontMatter } from './front-matter.ts';
import { sha256 } from './hash.ts';
import type { Problem } from './problem.ts';

/** As the agentskills format has it. */
export const SkillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

const Head = z.object({
  name: SkillName,
  description: z.string().trim().min(1).max(1_024),
  license: z.string().optional(),
  compatibility: z.string().min(1).max(500).optional(),
  /** Values are texts; a number that somebody left unquoted is read as one. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  'allowed-tools': z.string().optional(),
});

const ALLOWED = {
  name: '1 to 64 of a-z, 0-9 and single hyphens inside',
  description: 'a text of 1 to 1024 characters: what the skill does and when to use it',
  license: 'a text',
  compatibility: 'a text of 1 to 500 characters',
  metadata: 'names with texts',
  'allowed-tools': 'names of tools, separated by spaces',
};
const FIELDS = Object.keys(ALLOWED);

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** What its author thinks it needs. It grants nothing. */
  readonly allowedTools: readonly string[];
  readonly body: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  /** Files beside the definition are read from here. */
  readonly folder: string;
}

export interface ReadSkill {
  readonly skill: Skill | null;
  readonly problems: readonly Problem[];
}

/** Longer ones fill a model's context: the format advises 500 lines. */
const MOST_LINES = 500;

/** Pure. A skill from the text of its SKILL.md. `lenient`: fields of other programs are passed over in silence. */
export function readSkill(text: string, file: string, lenient = false): ReadSkill {
  const read = readFrontMatter(text);
  if (!read.ok) {
    return {
      skill: null,
      problems: [{ severity: 'error', file, line: read.line, field: null, message: read.message }],
    };
  }
  const { file: head } = read;
  const warnings = lenient ? [] : unknownFields(file, head, FIELDS);
  const parsed = Head.safeParse(head.data);
  if (!parsed.success)
    return { skill: null, problems: [...explain(file, head, parsed.error.issues, ALLOWED), ...warnings] };
  const folder = dirname(file);
  const { name, description, metadata, license, compatibility, 'allowed-tools': tools = '' } = parsed.data;
  const problem = (field: string, message: string, severity: Problem['severity'] = 'error'): Problem => ({
    severity,
    file,
    line: head.lineOf([field]),
    field,
    message,
  });
  if (name !== basename(folder)) {
    const message = `name is "${name}"; it must be the name of its folder, "${basename(folder)}"`;
    return { skill: null, problems: [problem('name', message), ...warnings] };
  }
  const lines = head.body.split('\n').length;
  const long = `its text has ${lines} lines; beyond ${MOST_LINES} put the details into files beside it`;
  const more = lines > MOST_LINES ? [{ ...problem('body', long, 'warning'), field: null, line: null }] : [];
  const skill: Skill = {
    name,
    description,
    metadata,
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    allowedTools: tools.split(/\s+/).filter(Boolean),
    body: head.body,
    file,
    hash: sha256(text),
    folder,
  };
  return { skill, problems: [...warnings, ...more] };
}
