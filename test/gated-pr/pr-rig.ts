import type { Attestor } from '#contracts/attestation.ts';
import { accepted } from '#contracts/gate.ts';
import { TreeHash } from '#contracts/ids.ts';
import { Sha, type WorkspaceStore } from '#contracts/workspace.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { connectedCheckout } from '#workflows/gated-pr/effects/connected-checkout.ts';
import type { Gatekeeper } from '#workflows/gated-pr/effects/gatekeeper.ts';
import { makePrEffects } from '#workflows/gated-pr/effects/make-pr-effects.ts';
import { outerMain } from '#workflows/gated-pr/effects/outer-main.ts';
import { type PersonGit, personGit } from '#workflows/gated-pr/effects/person-git.ts';
import type { PrCheckout } from '#workflows/gated-pr/effects/pr-checkout.ts';
import type { PullRequests } from '#workflows/gated-pr/effects/pull-request/requests.ts';
import { viewFiles } from '#workflows/gated-pr/effects/view-files.ts';
import type { EffectOutcome, PrEffect } from '#workflows/gated-pr/effects.ts';
import type { PrContext } from '#workflows/gated-pr/pr-effects.ts';
import { beginning, type GatedState, type Point } from '#workflows/gated-pr/state.ts';
import { commitAll, git, PATH, repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';

/** The effects of the workflow on a real repository, without an engine: interrupted work is repeated by hand. */
export interface PrRig {
  readonly repository: string;
  readonly store: WorkspaceStore;
  readonly context: PrContext;
  git(...args: string[]): string;
  write(files: Readonly<Record<string, string>>): void;
  commit(message: string): Point;
  at(revision: string): Point;
  /** As the engine repeats an effect that was begun and whose end was not recorded. */
  again(effect: PrEffect, state: GatedState): Promise<EffectOutcome>;
  perform(effect: PrEffect, state: GatedState): Promise<EffectOutcome>;
}

export const PLAN = '# Plan\n\n- [ ] feat: a thing\n- [ ] feat: another\n';

export interface PrRigOptions {
  readonly gates?: Partial<Gatekeeper>;
  /** Attests how merged work was proven, through the person's git. */
  readonly attestor?: (parts: { repository: string; git: PersonGit }) => Attestor;
  /** Whether merges are pushed to the remote that main follows. */
  readonly push?: boolean;
  /** Where pull requests are opened. */
  readonly requests?: (place: { repository: string; store: WorkspaceStore; git: PersonGit }) => PullRequests;
  readonly checkout?: (parts: { repository: string; store: WorkspaceStore }) => PrCheckout;
}

export function prRig({ gates = {}, checkout: grounds, attestor, push = false, requests }: PrRigOptions = {}): PrRig {
  const repository = repositoryWith({ 'a.txt': 'a\n', 'PLAN.md': PLAN });
  git(repository, 'config', 'user.name', 'Person');
  git(repository, 'config', 'user.email', 'person@localhost');
  const store = storeIn(tempFolder());
  const handle = store.repository(repository);
  const theirs = personGit(repository, { PATH, HOME: repository });
  const checkout = grounds?.({ repository, store }) ?? connectedCheckout({ repository: handle, git: theirs });
  const prEffects = makePrEffects({
    repository: handle,
    checkout,
    gates: { ...OPEN, ...gates },
    ...(push || requests ? { outer: outerMain({ repository: handle, git: theirs }, push) } : {}),
    ...(requests ? { requests: requests({ repository, store, git: theirs }) } : {}),
    ...(attestor
      ? { attesting: { attestor: attestor({ repository, git: theirs }), readEvidence: async () => null } }
      : {}),
    views: viewFiles((state) => checkout.folder(state)),
  });
  const context: PrContext = { run: '01RUN', signal: new AbortController().signal, say: () => {} };
  const at = (revision: string): Point => {
    const [commit, tree] = [git(repository, 'rev-parse', revision), git(repository, 'rev-parse', `${revision}^{tree}`)];
    return { commit: Sha.parse(commit), tree: TreeHash.parse(tree) };
  };
  const perform: PrRig['perform'] = async (effect, state) => {
    const outcome = await prEffects.perform(effect, state, context);
    if (outcome.type === 'ask-reviewer' || outcome.type === 'ask-blind') throw new Error('no reviewer is asked here');
    return outcome;
  };
  return {
    repository,
    store,
    context,
    at,
    perform,
    git: (...args) => git(repository, ...args),
    write: (files) => write(repository, files),
    commit: (message) => {
      commitAll(repository, message);
      return at('HEAD');
    },
    again: async (effect, state) => (await prEffects.find(effect, state, context)) ?? perform(effect, state),
  };
}

/** Gates that accept everything: these tests are about git. */
const OPEN: Gatekeeper = {
  settings: async () => ({ preflight: null, mayChange: [], steps: null, reviewerCommand: null }),
  prepare: () => ({ [Symbol.asyncDispose]: async () => {} }),
  prove: async () => ({ verdict: accepted('proof'), failed: false, lock: null, run: null, output: '' }),
  examine: async () => ({ findings: [], doubts: [], verdict: accepted('challenge') }),
  proveMerged: async () => accepted('merged tree'),
  proveTaken: async () => accepted('taken branch'),
  written: async () => ({ tests: [], files: [] }),
  lost: async () => [],
  messageRefused: async () => null,
  read: async () => null,
  diffText: async () => {
    throw new Error('no reviewer reads here');
  },
  reviewers: async () => ({ author: null, reviewer: null }),
  reviewBy: async () => ({ findings: [] }),
};

/** A PR of one commit on its branch, in the person's checkout, ready to be merged. */
export function readyToMerge(rig: PrRig, more: Partial<GatedState> = {}): { state: GatedState; effect: PrEffect } {
  const base = rig.at('main');
  rig.git('switch', '--quiet', '--create', 'feat/a-thing');
  rig.write({ 'thing.txt': 'thing\n' });
  const point = rig.commit('feat: a thing');
  const state: GatedState = {
    ...beginning({ mode: 'connected', plan: 'PLAN.md', main: 'main' }),
    status: 'MERGING_BRANCH',
    branch: 'feat/a-thing',
    base,
    checkpoint: point,
    final: point,
    ...more,
  };
  return { state, effect: { type: 'merge', branch: 'feat/a-thing', title: 'feat: a thing', point } };
}
