import { textTokens } from '../native/context/estimate.ts';
import type { Skill } from './skill-definition.ts';

/** Tokens for descriptions; beyond it only skills that share words with the task are described. */
const MOST_TOKENS = 2_000;
const LONGEST_DESCRIPTION = 1_024;

/** Pure. Without those that only a person calls. */
export const skillsForModels = (skills: ReadonlyMap<string, Skill>): ReadonlyMap<string, Skill> =>
  new Map([...skills].filter(([, { forModels }]) => forModels));

/**
 * Pure. The part that is always in an agent's context: every skill with its description, or, where there are many,
 * those that share words with the task, and the names of the others.
 */
export function skillIndex(skills: ReadonlyMap<string, Skill>, task: string): string {
  const all = [...skillsForModels(skills).values()];
  if (all.length === 0) return '';
  const whole = all.map(skillLine);
  if (textTokens(whole.join('\n')) <= MOST_TOKENS) return [INTRODUCTION, ...whole].join('\n');
  const described: Skill[] = [];
  let left = MOST_TOKENS;
  for (const skill of fittingSkills(new Map(all.map((each) => [each.name, each])), task)) {
    left -= textTokens(skillLine(skill));
    if (left < 0) break;
    described.push(skill);
  }
  const others = all.filter((skill) => !described.includes(skill)).map(({ name }) => name);
  return [
    INTRODUCTION,
    ...described.map(skillLine),
    ...(others.length === 0 ? [] : [`Others, found by their words with the same tool: ${others.join(', ')}`]),
  ].join('\n');
}

const INTRODUCTION = 'Skills: instructions for special work. Read one with the skill tool before you do such work.';

/** Pure. One line for a model. */
export const skillLine = ({ name, description }: Skill): string =>
  `- ${name}: ${description.replaceAll(/\s+/g, ' ').slice(0, LONGEST_DESCRIPTION)}`;

/** Pure. Those that share words with a text, best match first: a rare word counts more. */
export function fittingSkills(skills: ReadonlyMap<string, Skill>, text: string): Skill[] {
  const wanted = wordsOf(text);
  const own = [...skills.values()].map((skill) => ({
    skill,
    name: wordsOf(skill.name),
    words: wordsOf(`${skill.name} ${skill.description}`),
  }));
  const rarity = (word: string): number =>
    Math.log(1 + own.length / (1 + own.filter(({ words }) => words.has(word)).length));
  return own
    .map(({ skill, name, words }) => {
      const shared = [...wanted].filter((word) => words.has(word));
      return { skill, score: shared.reduce((sum, word) => sum + rarity(word) * (name.has(word) ? 2 : 1), 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1))
    .map(({ skill }) => skill);
}

const COMMON = new Set(
  'the and for with that this from when use used using user are you your not any all can should into its has have will what how one new code file files work task also only other more such than then them they make makes test tests'.split(
    ' ',
  ),
);

/** Words for comparison: lower case, without English endings. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
      .filter((word) => !COMMON.has(word))
      .map((word) => word.replace(/(?:ings?|ers?|ed|es|s)$/, '')),
  );
