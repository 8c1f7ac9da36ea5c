import { join } from 'node:path';
import { z } from 'zod';
import { sessionOf } from '#attempts/open-project.ts';
import type { ProvenChange } from '#contracts/attestation.ts';
import { Sha } from '#contracts/commits.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { PrChange } from '#contracts/http/change-routes.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import type { Repository } from '#contracts/workspace.ts';
import { findRun } from '#engine/find-run.ts';
import { readTextIfExists } from '#host/atomic-file.ts';
import { findingLine } from '#workflows/gated-pr/findings.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';
import { openEnvelope } from '../../attest/envelope.ts';
import { attestationsOf } from '../../gated-pr/make-graph.ts';
import { prSnapshotOf } from '../../gated-pr/pr-snapshot.ts';
import type { ServerContext } from '../server-context.ts';

interface Changes {
  readonly changes: readonly PrChange[];
  readonly problem: string | null;
}

const Begun = z.object({ repository: z.string().min(1) });
const Ended = z.object({ finished: z.array(z.object({ title: z.string(), commit: Sha, merge: Sha })) });

/** The code a gated run has made, each PR with its proof: from git and from our own attestations, not from agents. */
export async function changesOf(serverContext: ServerContext, wanted: string): Promise<Changes> {
  const { runs, folds } = serverContext;
  const { run, graph } = await findRun(runs.store, wanted);
  if (graph.name !== GATED_PR) return { changes: [], problem: null };
  const facts = await folds.now(run);
  const repository = Begun.safeParse(inlineOf(facts.input)).data?.repository;
  if (repository === undefined) return { changes: [], problem: null };
  try {
    const state = (await prSnapshotOf(runs.store, runs.blobs, run))?.state;
    if (!state) return { changes: [], problem: null };
    const finished = Ended.safeParse(inlineOf(facts.fold.view().output)).data?.finished ?? state.finished;
    const code = codeOf(serverContext, repository);
    const merged = await Promise.all(finished.toReversed().map((pr) => mergedChange(code, pr)));
    const open = finished.length > state.finished.length ? null : await openChange(code, state);
    return { changes: [...(open ? [open] : []), ...merged], problem: null };
  } catch (thrown) {
    // The repository was moved, its history rewritten, or another Assay wrote the state: the log can still be read.
    return { changes: [], problem: toErrorInfo(thrown).message };
  }
}

interface Code {
  readonly repository: Repository;
  readonly attestations: string;
}

function codeOf({ runs: { home, clock }, env }: ServerContext, folder: string): Code {
  const store = new LocalWorkspaceStore({ root: join(home.root, 'workspaces'), path: env.PATH ?? '', clock });
  const attestations = attestationsOf({ home: home.root, session: sessionOf(folder) });
  return { repository: store.repository(folder), attestations };
}

async function mergedChange(code: Code, { title, commit, merge }: GatedState['finished'][number]): Promise<PrChange> {
  const { repository } = code;
  const before = await repository.resolve(`${merge}^1`);
  const { files } = await repository.diffBetween(before, merge);
  const proven = (await attestedIn(code, merge)) ?? (await attestedIn(code, commit));
  return {
    title,
    commit: merge,
    files,
    proving: proven?.tests.proving.map(({ id }) => id) ?? [],
    mutants: proven?.mutants ?? [],
    doubts: proven?.doubts ?? [],
    waivers: proven?.waivers ?? [],
    findings: [],
  };
}

/** The accepted part of the current PR; null where there is none yet. */
async function openChange({ repository }: Code, state: GatedState): Promise<PrChange | null> {
  const { base, acceptedTree, checkpoint, pr, item, proven, lock, review } = state;
  const to: TreeHash | undefined = acceptedTree ?? checkpoint?.tree;
  if (!base || to === undefined || to === base.tree) return null;
  const { files } = await repository.diffBetween(base.tree, to);
  const tests = [...proven.map((one) => one.lock), ...(lock ? [lock] : [])].flatMap((each) => each.tests);
  return {
    title: pr?.prTitle ?? item?.title ?? 'the open PR',
    commit: null,
    files,
    proving: [...new Set(tests.map(({ id }) => id))],
    mutants: [],
    doubts: [],
    waivers: (review?.waived ?? []).map(({ finding, by, why }) => ({ what: findingLine(finding), by, why })),
    findings: (review?.open ?? []).map(findingLine),
  };
}

async function attestedIn({ attestations }: Code, commit: Sha): Promise<ProvenChange | null> {
  const text = await readTextIfExists(join(attestations, `${commit}.json`));
  const opened = text === null ? null : openEnvelope(text);
  return opened?.ok ? opened.statement.predicate : null;
}

const inlineOf = (payload: Payload | null): unknown => (payload && 'inline' in payload ? payload.inline : null);
