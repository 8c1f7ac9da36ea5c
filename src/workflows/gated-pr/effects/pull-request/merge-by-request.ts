import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { Sha } from '#contracts/workspace.ts';
import type { EffectOutcome, PrEffect } from '../../effects.ts';
import type { PrContext } from '../../pr-effects.ts';
import type { GatedState } from '../../state.ts';
import { attestMerge } from '../attest-merge.ts';
import { type Refused, refuse } from '../pr-checkout.ts';
import type { PrEffectsParts } from '../pr-effects-parts.ts';
import { mergeOutcome, proveWithMain } from '../prove-with-main.ts';
import { isRefused, type PullRequest, type RequestTool } from './pull-request.ts';
import type { PullRequests } from './requests.ts';

type Merge = Extract<PrEffect, { type: 'merge' }>;

/** How often main may move on while a pull request waits, before a person is told. */
const MOST_ROUNDS = 5;
/** After this many looks without any check, a pull request is assumed to have none. */
const LOOKS_FOR_CHECKS = 3;
const AGAIN = 'Then answer with assay guide: it continues with the same pull request.';

/**
 * Merges the branch with its remote's main, proves that, pushes it, opens the pull request, waits for its checks and
 * has the host merge it. Each part first looks whether it is done, so it may be interrupted anywhere.
 */
export async function mergeByRequest(
  parts: PrEffectsParts,
  requests: PullRequests,
  effect: Merge,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome> {
  const tool = await requests.tool(state.main);
  if (isRefused(tool)) return failed(tool);
  // A missing login is reported before anything is proven or pushed.
  const known = await tool.list(effect.branch, state.main);
  if (isRefused(known)) return failed(known);
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const behind = await parts.outer?.pull(state.main);
    if (behind) return failed(behind);
    const proven = await proveWithMain(parts, effect, state, context);
    if ('outcome' in proven) return proven.outcome;
    const { repository } = parts;
    const isOn = await repository.isAncestor(proven.main, effect.point.commit);
    const head = isOn ? effect.point.commit : proven.merge;
    const refusedPush = await requests.push(head, effect.branch, state.main);
    if (refusedPush) return failed(refusedPush);
    const opened = await openRequest(tool, effect, state, requests);
    if (isRefused(opened)) return failed(opened);
    context.say(`${tool.name}: ${opened.url}`);
    const waited = await waitForChecks(requests, tool, opened, head, context);
    if (isRefused(waited))
      return failed(waited, waited.reasons[0]?.code === 'CHECKS_FAILED' ? effect.branch : undefined);
    if (waited.state === 'merged') return merged(parts, effect, state, context, waited, proven);
    // The host merges with the current main: what others added meanwhile is proven with it first.
    const late = await parts.outer?.pull(state.main);
    if (late) return failed(late);
    if ((await repository.resolve(`refs/heads/${state.main}`)) !== proven.main) {
      context.say(`${state.main} has moved: merging it into the branch again`);
      continue;
    }
    const refusal = await tool.merge(waited.number, head);
    if (refusal) return failed(notMerged(refusal, waited));
    const after = await afterMerge(requests, tool, waited, context);
    if (isRefused(after)) return failed(after);
    return merged(parts, effect, state, context, after, proven);
  }
  const next = 'Let it rest for as long as the checks take, then answer with assay guide.';
  return failed(refuse('MAIN_MOVED', `${state.main} moved ${MOST_ROUNDS} times while the pull request waited`, next));
}

/** One that was merged before a crash, or by a person meanwhile; undefined where there is none. */
export async function requestMergedAlready(
  parts: PrEffectsParts,
  requests: PullRequests,
  effect: Merge,
  state: GatedState,
  context: PrContext,
): Promise<EffectOutcome | undefined> {
  const tool = await requests.tool(state.main);
  if (isRefused(tool)) return undefined;
  const all = await tool.list(effect.branch, state.main);
  if (isRefused(all)) return undefined;
  for (const request of all) {
    if (request.state !== 'merged' || !(await requests.isOurs(request.head, effect.branch))) continue;
    return merged(parts, effect, state, context, request, null);
  }
  return undefined;
}

async function openRequest(
  tool: RequestTool,
  { branch, title }: Merge,
  { main, pr }: GatedState,
  requests: PullRequests,
): Promise<PullRequest | Refused> {
  const find = async (): Promise<PullRequest | Refused | null> => {
    const all = await tool.list(branch, main);
    if (isRefused(all)) return all;
    const open = all.find(({ state }) => state === 'open');
    if (open) return open;
    for (const each of all) if (each.state === 'merged' && (await requests.isOurs(each.head, branch))) return each;
    return null;
  };
  const found = await find();
  if (found) return found;
  const body = [pr?.summary ?? '', pr?.verificationPlan ?? '', 'Proven by Assay before it was pushed.'];
  const trouble = await tool.create({ branch, main, title, body: body.filter((text) => text !== '').join('\n\n') });
  if (trouble) return trouble;
  return (
    (await find()) ??
    refuse('PR_TOOL_FAILED', `${tool.name} opened a pull request and does not list it`, `Look at the host. ${AGAIN}`)
  );
}

async function waitForChecks(
  requests: PullRequests,
  tool: RequestTool,
  { number, url }: PullRequest,
  head: Sha,
  { signal, say }: PrContext,
): Promise<PullRequest | Refused> {
  let without = 0;
  for (let waited = 0; ; waited += requests.everyMs) {
    signal.throwIfAborted();
    const seen = await tool.look(number);
    if (isRefused(seen) || seen.state === 'merged') return seen;
    if (seen.state === 'closed')
      return refuse(
        'PR_CLOSED',
        `${url} was closed without being merged`,
        `Reopen it, or say what should change. ${AGAIN}`,
      );
    const red = seen.checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
    // A host that has not seen the push yet reports the earlier commit.
    if (seen.head === head && red.length > 0)
      return refuse('CHECKS_FAILED', `${red.join(', ')} failed on ${url}`, checksHelp(url));
    const open = seen.checks.filter(({ state }) => state === 'pending').map(({ name }) => name);
    if (seen.head === head && open.length === 0) {
      if (seen.checks.length > 0) return seen;
      if (++without >= LOOKS_FOR_CHECKS) return seen;
    }
    if (waited >= requests.patienceMs)
      return refuse(
        'CHECKS_PENDING',
        seen.head === head
          ? `${open.join(', ') || 'checks'} of ${url} did not end in time`
          : `${url} is at ${seen.head.slice(0, 12)}, and ${head.slice(0, 12)} was pushed`,
        `See what blocks it. ${AGAIN}`,
      );
    if (waited === 0 && open.length > 0) say(`waits for ${open.join(', ')}`);
    await requests.sleep(requests.everyMs, signal);
  }
}

const checksHelp = (url: string): string =>
  `Look at ${url}. Where the check was wrong, run it again there; where the work is, mend it on the branch and commit. Then answer with assay guide: the branch is taken as it is then, tested and reviewed again.`;

/** A host may require a person's approval first, or queue the merge. */
const notMerged = (refusal: Refused, { url }: PullRequest): Refused => {
  const [first] = refusal.reasons;
  if (first?.code !== 'PR_TOOL_FAILED') return refusal;
  return refuse(
    'PR_NOT_MERGED',
    `${url}: its checks passed, and ${first.message}`,
    `Approve or merge it there. ${AGAIN}`,
  );
};

async function afterMerge(
  requests: PullRequests,
  tool: RequestTool,
  { number, url }: PullRequest,
  { signal }: PrContext,
): Promise<PullRequest | Refused> {
  for (let waited = 0; ; waited += requests.everyMs) {
    signal.throwIfAborted();
    const seen = await tool.look(number);
    if (isRefused(seen) || seen.state === 'merged') return seen;
    if (seen.state === 'closed')
      return refuse('PR_CLOSED', `${url} was closed without being merged`, `Reopen it. ${AGAIN}`);
    if (waited >= requests.patienceMs)
      return refuse(
        'PR_NOT_MERGED',
        `${url} should have been merged and is still open`,
        `See what blocks it. ${AGAIN}`,
      );
    await requests.sleep(requests.everyMs, signal);
  }
}

/** Updates main from the host, and reports if that is not what was proven. */
async function merged(
  parts: PrEffectsParts,
  effect: Merge,
  state: GatedState,
  { run }: PrContext,
  request: PullRequest,
  proven: { readonly tree: TreeHash; readonly evidence: Parameters<typeof attestMerge>[2]['evidence'] } | null,
): Promise<EffectOutcome> {
  const { repository, checkout } = parts;
  const behind = await parts.outer?.pull(state.main);
  if (behind) return failed(behind);
  const main = await repository.resolve(`refs/heads/${state.main}`);
  const told = Sha.safeParse(request.merge);
  const isThere = told.success && (await repository.isAncestor(told.data, main).catch(() => false));
  const merge = told.success && isThere ? told.data : main;
  const evidence = proven?.evidence ?? [];
  // Found again after a crash: what was pushed was proven before.
  const head = Sha.safeParse(request.head);
  const tree = proven?.tree ?? (head.success && (await repository.treeOf(head.data).catch(() => null)));
  const isOther = (await repository.treeOf(merge)) !== tree;
  const attested = isOther ? [] : await attestMerge(parts, state, { run, merge, evidence });
  const notes = [
    `${request.url} is merged.`,
    ...(isOther
      ? [
          `${state.main} is not the tree that was proven: something else was merged in between. The merge has no attestation.`,
        ]
      : []),
    ...(await checkout.leave({ ...state, branch: effect.branch })),
    ...attested,
  ];
  return mergeOutcome({ ok: true, merge, evidence: [...evidence], notes });
}

/** `branch`: a person fixes it there. */
const failed = ({ reasons }: { readonly reasons: readonly Refusal[] }, branch?: string): EffectOutcome =>
  mergeOutcome({ ok: false, reasons: [...reasons], evidence: [], ...(branch === undefined ? {} : { branch }) });
