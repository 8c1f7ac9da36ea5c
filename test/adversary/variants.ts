import { type Attack, type Ground, isHonest, MODES, type Mode, type Variant } from './attack.ts';

/** Every attack in every ground of its language, in every mode, and each ground's honest work beside them. */
export function allVariants(
  attacks: readonly Attack[],
  grounds: readonly Ground[],
  modes: readonly Mode[] = MODES,
): Variant[] {
  return grounds
    .filter(({ lacks }) => lacks === null)
    .flatMap((ground) =>
      modes.flatMap((mode) => [
        { ground, mode, attack: null },
        ...attacks
          .filter((attack) => attack.language === ground.language && fits(attack, ground))
          .map((attack) => ({ ground, mode, attack })),
      ]),
    );
}

/** What brings files of another project, or tests written for another runner, says nothing here. */
const fits = ({ red, green, only }: Attack, ground: Ground): boolean => {
  if (only) return only.test(ground.name);
  if (ground.name !== 'unittest') return true;
  const tests = Object.keys({ ...red, ...green }).some((path) => /(^|\/)tests?\/|conftest|pyproject/.test(path));
  return !tests && Object.values(green).every((text) => !/pytest/.test(text ?? ''));
};

/**
 * So many of them, the same for the same seed: one honest for every four that cheat, and modes, grounds and attacks in turn
 * before any comes twice. Connected comes most often, since it is quick and every gate is in it.
 */
export function pick(all: readonly Variant[], budget: number, seed: number): Variant[] {
  const random = mulberry(seed);
  const shuffled = all
    .map((variant) => ({ variant, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ variant }) => variant);
  const picked: Variant[] = [];
  const used = new Map<unknown, number>();
  const seen = (...keys: readonly unknown[]): number =>
    keys.reduce((sum: number, key) => sum + (used.get(key) ?? 0), 0);
  const weight = ({ ground, attack, mode }: Variant): number =>
    seen(ground.name, attack?.title) + seen(mode) / SHARE[mode];
  while (picked.length < Math.min(budget, all.length)) {
    const honest = picked.length % 5 === 4;
    const left = shuffled.filter((each) => !picked.includes(each));
    const fit = left.filter((each) => isHonest(each) === honest);
    const [best] = (fit.length > 0 ? fit : left).toSorted((a, b) => weight(a) - weight(b));
    if (!best) break;
    picked.push(best);
    for (const key of [best.ground.name, best.attack?.title, best.mode]) used.set(key, (used.get(key) ?? 0) + 1);
  }
  return picked;
}

const SHARE: Readonly<Record<Mode, number>> = { connected: 3, prove: 2, hosted: 1 };

/** A small random generator from 0 to 1 that gives the same numbers everywhere. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
