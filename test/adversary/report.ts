import { isHonest, nameOf, type Variant } from './attack.ts';
import type { Played } from './play-variant.ts';

export interface Result {
  readonly variant: Variant;
  readonly played: Played;
}

/** A cheat that was merged, or honest work that was not. Attacks known to pass are reported separately. */
export const wrongOnes = (results: readonly Result[]): Result[] =>
  results.filter(({ variant, played: { outcome } }) =>
    isHonest(variant) ? outcome === 'refused' : outcome === 'merged' && variant.attack?.known === undefined,
  );

export const lineOf = ({ variant, played: { outcome, at, codes, says } }: Result): string =>
  `${outcome.padEnd(8)} ${nameOf(variant)}${outcome === 'merged' ? '' : `  [${[at, ...codes].join(' ')}] ${brief(says)}`}`;

/** By project and mode: how many of the cheats were merged, and how much of the honest work. */
export function table(results: readonly Result[]): string {
  const rows = [...new Set(results.map(({ variant: { ground, mode } }) => `${ground.name} | ${mode}`))].sort();
  const lines = rows.map((row) => {
    const own = results.filter(({ variant: { ground, mode } }) => `${ground.name} | ${mode}` === row);
    const cheats = own.filter(({ variant }) => !isHonest(variant) && isPlayed(own, variant));
    const honest = own.filter(({ variant }) => isHonest(variant) && isPlayed(own, variant));
    const merged = (of: readonly Result[]): number => of.filter(({ played }) => played.outcome === 'merged').length;
    const codes = [...new Set(cheats.flatMap(({ played }) => played.codes))].sort().map((code) => `\`${code}\``);
    return `| ${row} | ${merged(cheats)} of ${cheats.length} | ${merged(honest)} of ${honest.length} | ${codes.join(', ')} |`;
  });
  return ['| tests | mode | cheats merged | honest merged | refused by |', '|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}

const isPlayed = (results: readonly Result[], variant: Variant): boolean =>
  results.find((each) => each.variant === variant)?.played.outcome !== 'not-run';

/** The section of docs/cheats.md, only from the attacks that were played. */
export function section(
  results: readonly Result[],
  { seed, budget, of }: { seed: number; budget: number; of: number },
): string {
  const passed = results.filter(({ variant, played }) => !isHonest(variant) && played.outcome === 'merged');
  const unplayed = results.filter(({ played }) => played.outcome === 'not-run').length;
  return [
    `\`npm run test:adversary -- --budget ${budget} --seed ${seed}\` played ${results.length - unplayed} of ${of} variants${unplayed > 0 ? ` (${unplayed} could not be played)` : ''}, with a reviewer that finds nothing.`,
    '',
    table(results),
    '',
    passed.length === 0
      ? 'No cheat was merged.'
      : [
          'Merged all the same:',
          '',
          ...passed.map(
            ({ variant }) => `- ${nameOf(variant)}${variant.attack?.known ? `: ${variant.attack.known}` : ''}`,
          ),
        ].join('\n'),
  ].join('\n');
}

const brief = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 160);
