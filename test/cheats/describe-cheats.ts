import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { Examined } from '#gates/examined.ts';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { fixProof } from '#gates/proofs/fix.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import { refactorProof } from '#gates/proofs/refactor.ts';
import type { TestLock } from '#gates/test-lock.ts';
import { type Cheat, type Deed, type Edits, FINDING, type Honest } from './case.ts';
import { edited, type Files, type GateRig, gateRig } from './gate-rig.ts';

export interface Language {
  readonly name: string;
  readonly project: Files;
  readonly preflight: string;
  /** The failing test, and the code that makes it pass. */
  readonly red: Edits;
  readonly green: Edits;
  readonly cheats: readonly Cheat[];
  readonly honest: readonly Honest[];
  /** Why nothing can be run here; null where it can. */
  readonly lacks: string | null;
}

/** Everything with `ASSAY_CHEATS=full`; otherwise those that are marked for every day. */
const FULL = process.env.ASSAY_CHEATS === 'full';
const signal = new AbortController().signal;

/** Every cheat is refused by name, its honest twin is accepted, and so is a corpus of honest steps. */
export function describeCheats(language: Language): void {
  const { name, lacks } = language;
  const cheats = language.cheats.filter(({ smoke }) => FULL || smoke);
  const honest = language.honest.filter(({ smoke }) => FULL || smoke);
  const world = new World(language);

  describe.skipIf(lacks !== null)(
    `cheats in ${name}${lacks === null ? '' : ` (not run: ${lacks})`}`,
    { timeout: 300_000 },
    () => {
      beforeAll(() => world.open(), 120_000);
      afterAll(() => world.close());

      it.each(cheats.map((cheat) => ({ ...cheat, label: `${cheat.id} ${cheat.title}` })))(
        'refuses $label',
        async (cheat) => {
          const seen = await world.judge(cheat);
          expect(seen.accepted, `accepted:\n${seen.output}`).toBe(false);
          const named = seen.reasons.filter(({ code, message }) => code === cheat.code && cheat.says.test(message));
          expect(named, JSON.stringify(seen.reasons, null, 1)).not.toEqual([]);
        },
      );

      const twins = cheats.map((cheat) => ({
        label: `${cheat.id} ${cheat.title}`,
        twin: cheat.twin ?? plainWork(language, cheat),
      }));
      it.each(twins)('accepts the honest twin of $label', async ({ twin }) => {
        const seen = await world.judge(twin);
        expect(seen.reasons, seen.output).toEqual([]);
        expect(seen.accepted).toBe(true);
      });

      it.each(honest)('accepts honest work: $title', async (deed) => {
        const seen = await world.judge(deed);
        expect(seen.reasons, seen.output).toEqual([]);
        expect(seen.accepted).toBe(true);
      });
    },
  );
}

/** What the step is for, done as it is meant. */
function plainWork({ red, green }: Language, { step, on }: Deed): Deed {
  if (step === 'RED') return { step, on: 'base', edits: red };
  if (step === 'GREEN') return { step, on: 'red', edits: green };
  if (step === 'REFACTOR' || step === 'FIX') return { step, on: 'green', edits: {} };
  return { step, on, edits: on === 'base' ? { ...red, ...green } : on === 'red' ? green : {}, mutants: 0 };
}

interface Seen {
  readonly accepted: boolean;
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
  readonly output: string;
}

class World {
  readonly #language: Language;
  readonly #seen = new Map<string, Promise<Seen>>();
  #rig: GateRig | undefined;
  #trees: Record<Deed['on'], TreeHash> | undefined;
  readonly #locks = new Map<TreeHash, Promise<TestLock | null>>();

  constructor(language: Language) {
    this.#language = language;
  }

  async open(): Promise<void> {
    const rig = await gateRig(this.#language.project);
    const red = await edited(rig, rig.base, this.#language.red);
    this.#rig = rig;
    this.#trees = { base: rig.base, red, green: await edited(rig, red, this.#language.green) };
  }

  async close(): Promise<void> {
    await this.#rig?.close();
  }

  /** The same deed is judged once. */
  judge(deed: Deed): Promise<Seen> {
    const { step, on, edits, first, command, mutants } = deed;
    const key = JSON.stringify([step, on, edits, first, command, mutants]);
    const seen = this.#seen.get(key) ?? this.#judge(deed);
    this.#seen.set(key, seen);
    return seen;
  }

  async #judge({ step, on, edits, first, command, mutants }: Deed): Promise<Seen> {
    const rig = this.#rig;
    if (!rig || !this.#trees) throw new Error('not open');
    const trees = first ? await this.#after(rig, first) : this.#trees;
    const tree = await edited(rig, trees[on], edits);
    if (step === 'REVIEW') return ofReview(await rig.examine(tree, mutants ?? 0));
    const order: ProofOrder = {
      ...{ base: rig.base, accepted: trees[on], tree, acceptedRun: null, mayChange: [] },
      ...{ testCommand: command ?? null, preflight: this.#language.preflight },
      lock: step === 'GREEN' ? await this.#locked(rig, trees) : null,
    };
    if (step === 'RED') return ofProof(await redProof(rig.treeRunner, order, signal));
    if (step === 'GREEN') return ofProof(await greenProof(rig.treeRunner, order, signal));
    if (step === 'FIX') return ofProof(await fixProof(rig.treeRunner, order, signal));
    return ofProof(await refactorProof(rig.treeRunner, order, { read: rig.read, isAsked: () => true }, signal));
  }

  async #after(rig: GateRig, first: Edits): Promise<Record<Deed['on'], TreeHash>> {
    const red = await edited(rig, rig.base, first);
    return { base: rig.base, red, green: await edited(rig, red, this.#language.green) };
  }

  /** Of the RED step as it was really proven. */
  #locked(rig: GateRig, { base, red }: Record<Deed['on'], TreeHash>): Promise<TestLock | null> {
    const order = { base, accepted: base, tree: red, testCommand: null, lock: null, acceptedRun: null, mayChange: [] };
    const locked =
      this.#locks.get(red) ??
      redProof(rig.treeRunner, { ...order, preflight: this.#language.preflight }, signal).then(({ lock, output }) => {
        if (!lock) throw new Error(`the RED step was not accepted:\n${output}`);
        return lock;
      });
    this.#locks.set(red, locked);
    return locked;
  }
}

const ofProof = ({ verdict, output }: Proof): Seen => ({
  accepted: verdict.verdict === 'accepted',
  reasons: verdict.verdict === 'accepted' ? [] : verdict.reasons,
  output,
});

const ofReview = ({ findings, doubts, verdict }: Examined): Seen => ({
  accepted: verdict.verdict === 'accepted',
  reasons: findings.map(({ file, message }) => ({ code: FINDING, message: `${file}: ${message}` })),
  output: doubts.join('\n'),
});
