import { describe, expect, it, onTestFinished } from 'vitest';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import { greenProof } from '#gates/proofs/green.ts';
import { redProof } from '#gates/proofs/red.ts';
import { edited, type Files, gateRig } from '../cheats/gate-rig.ts';

/** One runner of a language without a full proof, on a small project: honest steps, and what must be refused. */
export interface Pack {
  readonly runner: string;
  /** Programs that the sandbox needs. */
  readonly programs: readonly string[];
  readonly test: string;
  readonly source: string;
  readonly files: Files;
  /** The test file with a test more that is red, one that passes, one that asks for nothing, an old one that is skipped. */
  readonly red: string;
  readonly passing: string;
  readonly weaker: string;
  readonly skipping: string;
  /** The source as it is to be, and with a function more of the name `smallest` that no test calls. */
  readonly green: string;
  readonly untested: string;
}

const signal = new AbortController().signal;
const codes = ({ verdict }: Proof): string[] =>
  verdict.verdict === 'accepted' ? [] : verdict.reasons.map(({ code }) => code);

export function describePacks(title: string, lacks: string | null, packs: readonly Pack[]): void {
  describe.skipIf(lacks !== null)(
    `${title}${lacks === null ? '' : ` (not run: ${lacks})`}`,
    { timeout: 1_200_000 },
    () => {
      it.each(packs.map((pack) => [pack.runner, pack] as const))(
        '%s: red for the right reason, green by the code, tampering and what no test notices',
        async (_, pack) => {
          const rig = await gateRig({ ...pack.files, ...waiver(pack) }, pack.programs);
          onTestFinished(() => rig.close());
          const order = async (
            on: ProofOrder['tree'],
            files: Files,
            lock: Proof['lock'] = null,
          ): Promise<ProofOrder> => ({
            ...{ base: rig.base, accepted: on, tree: await edited(rig, on, files), testCommand: null, lock },
            ...{ acceptedRun: null, preflight: false, mayChange: [] },
          });
          const red = async (text: string) => {
            const asked = await order(rig.base, { [pack.test]: text });
            return { ...(await redProof(rig.treeRunner, asked, signal)), tree: asked.tree };
          };
          expect((await rig.treeRunner.runners(rig.base)).map(({ runner }) => runner)).toEqual([pack.runner]);
          expect(codes(await red(pack.passing))).toEqual(['NO_NEW_TEST']);
          expect(codes(await red(pack.skipping))).toEqual(['TEST_MUTED']);
          const proven = await red(pack.red);
          expect([codes(proven), proven.output]).toEqual([[], proven.output]);
          expect(proven.lock?.tests).toHaveLength(1);
          const green = async (files: Files) =>
            greenProof(rig.treeRunner, await order(proven.tree, files, proven.lock), signal);
          expect(codes(await green({ [pack.source]: pack.files[pack.source] ?? '' }))).toContain(
            'LOCKED_TEST_NOT_PASSED',
          );
          expect(codes(await green({ [pack.test]: pack.weaker }))).toContain('TEST_CHANGED');
          const passed = await green({ [pack.source]: pack.green });
          expect([codes(passed), passed.output]).toEqual([[], passed.output]);
          expect(passed.output).toContain('LANGUAGE_UNPROVEN');
          const honest = await rig.examine(await edited(rig, proven.tree, { [pack.source]: pack.green }));
          expect(honest.findings).toEqual([]);
          const more = await rig.examine(await edited(rig, proven.tree, { [pack.source]: pack.untested }));
          expect(more.findings).toMatchObject([{ file: pack.source, message: expect.stringContaining('smallest') }]);
        },
      );

      it('is refused until a person lets it count: nothing asks the code outside of its tests', async () => {
        const [pack] = packs;
        if (!pack) throw new Error('no pack');
        const rig = await gateRig(pack.files, pack.programs);
        onTestFinished(() => rig.close());
        const tree = await edited(rig, rig.base, { [pack.test]: pack.red });
        const proof = await redProof(
          rig.treeRunner,
          {
            ...{ base: rig.base, accepted: rig.base, tree, testCommand: null, lock: null },
            ...{ acceptedRun: null, preflight: false, mayChange: [] },
          },
          signal,
        );
        expect([proof.verdict.verdict, codes(proof)]).toEqual(['unmeasured', ['LANGUAGE_UNPROVEN']]);
      });
    },
  );
}

const waiver = ({ runner }: Pack): Files => ({ '.assay/config.json': JSON.stringify({ unproven: [runner] }) });
