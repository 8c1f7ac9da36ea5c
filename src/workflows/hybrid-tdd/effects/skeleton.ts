import { readFacts } from '#code/facts/facts.ts';
import { makeStubs } from '#code/facts/make-stubs.ts';
import type { Refusal } from '#contracts/gate.ts';
import { checkFunctions } from '#gates/claims/check-functions.ts';
import { checkStubs } from '#gates/claims/check-stubs.ts';
import { functionsOf, resolveFunction } from '#gates/claims/module-functions.ts';
import { writePlain } from '#host/plain-file.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { Designed } from '../ports.ts';
import { buildOf } from './build.ts';
import { type HybridParts, languageOf } from './parts.ts';
import { putWorkspace } from './put-workspace.ts';
import { commitMessage } from './take.ts';

/** The design with its claimed functions as stubs: the starting point of both blind agents. */
export async function skeleton(
  parts: HybridParts,
  designed: Designed,
  place: string,
  context: HybridContext,
): ReturnType<HybridEffects['skeleton']> {
  const { treeRunner } = parts;
  const { job, design } = designed;
  const { spec } = job;
  const { source: language, sentinel } = languageOf(spec);
  const claimed = design.claim.functions.map(({ name }) => name);
  const file = { path: spec.implPath, language };
  const untrue = await checkFunctions(treeRunner, {
    ...file,
    before: job.base.tree,
    after: design.point.tree,
    claimed,
    ours: [sentinel.name],
  });
  if (untrue.length > 0) return { ok: false, problems: untrue };
  const stubs = await stubsOf(parts, designed, claimed);
  if (!stubs.ok) return stubs;

  const workspace = await putWorkspace(parts, place, design.point, true);
  // The workspace contains an agent's files, including links.
  const written = await writePlain(workspace.path, spec.implPath, stubs.text);
  if (written.type === 'refused') return refuse(written.why, 'Make it a plain file in plain folders.', spec.implPath);
  const summary = `Stubs: ${stubs.stubbed.join(', ')}`;
  const message = commitMessage(parts, 'skeleton', `${spec.module}, every function a stub`, summary, context);
  const made = await workspace.commit(message);

  const order = { ...file, tree: made.tree, functions: claimed, sentinel: sentinel.name };
  const real = await checkStubs(treeRunner, order);
  if (real.length > 0) return { ok: false, problems: real };
  const { problems, evidence } = await buildOf(treeRunner, spec, made.tree, context.signal);
  if (problems.length > 0) return { ok: false, problems };
  const point = { commit: made.sha, tree: made.tree };
  return { ok: true, skeleton: { place, point, stubbed: [...stubs.stubbed], evidence: [...evidence] } };
}

type Stubs =
  | { readonly ok: true; readonly text: string; readonly stubbed: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Refusal[] };

async function stubsOf(
  { treeRunner }: HybridParts,
  { job: { spec }, design }: Designed,
  claimed: readonly string[],
): Promise<Stubs> {
  const { source: language, sentinel, signaturesToBodies } = languageOf(spec);
  const text = (await treeRunner.read(design.point.tree, spec.implPath)) ?? '';
  const read = await readFacts(text, language);
  if (!read.ok) return refuse(`${spec.implPath} cannot be read`, 'Make it valid source code.', spec.implPath);
  const functions = functionsOf(read.facts);
  const paths = claimed.flatMap((name) => resolveFunction(functions, name)?.path ?? []);
  const bodied = signaturesToBodies ? await signaturesToBodies(text, paths) : text;
  const request = { sentinel: sentinel.name, importLine: sentinel.declaration, only: paths };
  const made = await makeStubs(bodied, language, request);
  if (!made.ok) return refuse(made.why, 'Write it so that it can be stubbed.', spec.implPath);
  if (made.calledOnLoad.length > 0)
    return refuse(
      `called while the file loads: ${made.calledOnLoad.join(', ')}`,
      'Call nothing at the top of the file.',
      spec.implPath,
    );
  return { ok: true, text: made.text, stubbed: made.stubbed };
}

const refuse = (message: string, next: string, file: string): Extract<Stubs, { ok: false }> => ({
  ok: false,
  problems: [{ code: 'SKELETON_IMPOSSIBLE', message, next, file }],
});
