import type { Skill } from './skill-definition.ts';

/** A person's call with `/name arguments`: the skill's text with the arguments inserted. */
export interface SkillCall {
  readonly skill: Skill;
  readonly prompt: string;
}

/** Pure. Null where the text calls no skill that people may call. */
export function skillCall(said: string, skills: ReadonlyMap<string, Skill>): SkillCall | null {
  const [, name, rest = ''] = /^\/([a-z0-9][\w:-]*)(?:\s+([\s\S]*))?$/i.exec(said.trim()) ?? [];
  const skill = name === undefined ? undefined : skills.get(name);
  if (!skill?.forPeople) return null;
  const given = rest.trim();
  const parts = given.split(/\s+/).filter(Boolean);
  const placed = skill.body
    .replaceAll(/\$ARGUMENTS\[(\d+)\]/g, (_, at: string) => parts[Number(at)] ?? '')
    .replaceAll('$ARGUMENTS', given)
    .replaceAll(/\$(\d)(?!\d)/g, (_, at: string) => parts[Number(at) - 1] ?? '');
  const after = given === '' || placed !== skill.body ? '' : `\n\n${given}`;
  return { skill, prompt: `<skill name="${skill.name}">\n${placed}\n</skill>${after}` };
}
