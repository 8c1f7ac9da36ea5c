/** Which skills a conversation has loaded in full. Plain data, oldest use first. */
export interface LoadedSkills {
  /** Tokens for all of them together. */
  readonly budget: number;
  readonly held: readonly HeldSkill[];
}

export interface HeldSkill {
  readonly name: string;
  readonly tokens: number;
  /** Never unloaded. */
  readonly core: boolean;
}

export type LoadedSkill =
  | { readonly type: 'held'; readonly shelf: LoadedSkills; readonly putAway: readonly string[] }
  /** It would not fit even alone beside those that stay. */
  | { readonly type: 'too-big'; readonly shelf: LoadedSkills; readonly room: number };

/** The core ones are loaded from the start, whatever their size. */
export const noSkillsYet = (budget: number, core: readonly Omit<HeldSkill, 'core'>[] = []): LoadedSkills => ({
  budget,
  held: core.map((skill) => ({ ...skill, core: true })),
});

export const skillsUsedBy = ({ held }: LoadedSkills): number => held.reduce((sum, { tokens }) => sum + tokens, 0);

/** Pure. Loads a skill, and unloads the least recently used ones until there is room. */
export function takeSkill(shelf: LoadedSkills, name: string, tokens: number): LoadedSkill {
  const known = shelf.held.find((skill) => skill.name === name);
  const others = shelf.held.filter((skill) => skill.name !== name);
  const room = Math.max(0, shelf.budget - skillsUsedBy({ ...shelf, held: others.filter(({ core }) => core) }));
  if (known?.core) return { type: 'held', shelf: { ...shelf, held: [...others, known] }, putAway: [] };
  if (tokens > room) return { type: 'too-big', shelf, room };
  const kept = [...others];
  const putAway: string[] = [];
  while (skillsUsedBy({ ...shelf, held: kept }) + tokens > shelf.budget) {
    const oldest = kept.findIndex(({ core }) => !core);
    if (oldest === -1) break;
    putAway.push(...kept.splice(oldest, 1).map((skill) => skill.name));
  }
  return { type: 'held', shelf: { ...shelf, held: [...kept, { name, tokens, core: false }] }, putAway };
}
