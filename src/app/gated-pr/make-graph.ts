import { join } from 'node:path';
import type { Project } from '#attempts/open-project.ts';
import type { BlobStore } from '#contracts/blobs.ts';
import { sleepUntilAborted } from '#contracts/clock.ts';
import { CONFIG_PATH } from '#contracts/config.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { type GraphRegistry, graphRegistry } from '#engine/graph/registry.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { type WorkspaceTreeRunnerOptions, workspaceTreeRunner } from '#gates/workspace-tree-runner.ts';
import { systemClock } from '#host/clock.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { readConfigText, toolSettingsOf } from '#project/config/read-config.ts';
import { blindAuthor } from '#workflows/gated-pr/blind/blind-effects.ts';
import { connectedCheckout } from '#workflows/gated-pr/effects/connected-checkout.ts';
import type { Examined, Gatekeeper } from '#workflows/gated-pr/effects/gatekeeper.ts';
import { hostedCheckout } from '#workflows/gated-pr/effects/hosted-checkout.ts';
import { makePrEffects } from '#workflows/gated-pr/effects/make-pr-effects.ts';
import { outerMain } from '#workflows/gated-pr/effects/outer-main.ts';
import { personGit } from '#workflows/gated-pr/effects/person-git.ts';
import { projectGates } from '#workflows/gated-pr/effects/project-gates.ts';
import { personProgram } from '#workflows/gated-pr/effects/pull-request/person-program.ts';
import { pullRequests } from '#workflows/gated-pr/effects/pull-request/requests.ts';
import { viewFiles } from '#workflows/gated-pr/effects/view-files.ts';
import { gatedPr } from '#workflows/gated-pr/graph.ts';
import { attestor } from '../attest/attestor.ts';
import { assayVersion } from '../version.ts';
import { reviewByCommand } from './review-command.ts';

export interface GraphParts {
  readonly project: Project;
  readonly blobs: BlobStore;
  readonly workspaces: RunWorkspaces;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who writes and who reviews; unknown where it is left out. */
  readonly reviewers?: Gatekeeper['reviewers'];
  /** Whether a second author writes tests from the plan, blind to the change. */
  readonly blindTests?: boolean;
  /** Whether folders for the next checkouts are filled ahead; a caller that asks for it closes the project's store. */
  readonly ahead?: boolean;
  readonly examine: (treeRunner: TreeRunner, ...order: Parameters<ExamineOrder>) => Promise<Examined>;
}
type ExamineOrder = (
  base: Parameters<TreeRunner['list']>[0],
  tree: Parameters<TreeRunner['list']>[0],
  signal: AbortSignal,
) => void;

/** The gated PR, bound to a project. */
export function gatedPrFor(
  mode: 'hosted' | 'connected',
  { project, blobs, workspaces, env, examine, reviewers, blindTests = false, ahead = false }: GraphParts,
) {
  const { repository } = project;
  const treeRunner = treeRunnerOf(project, blobs);
  const git = personGit(repository.folder, personGitEnv(env));
  const checkout =
    mode === 'hosted' ? hostedCheckout({ repository, git, workspaces }) : connectedCheckout({ repository, git });
  const readEvidence = async ({ blob }: EvidenceRef) => JSON.parse(new TextDecoder().decode(await blobs.get(blob)));
  const gates = projectGates({
    treeRunner,
    readEvidence,
    requests: (from, to) => repository.dependencyRequests(from, to),
    // The tests and the preflight of the next GREEN. Errors are reported when a checkout is really requested.
    ...(ahead ? { expectNear: (tree) => void repository.expectNear(tree, 2).catch(() => {}) } : {}),
    examine,
    reviewers: reviewers ?? (async () => ({ author: null, reviewer: null })),
    reviewBy: reviewByCommand(project, scrubEnv(env, { allow: ['HOME'] })),
  });
  return gatedPr(
    makePrEffects({
      ...{ repository, checkout, gates, views: viewFiles((state) => checkout.folder(state)) },
      outer: outerMain({ repository, git }, project.config?.merge === 'push'),
      ...(project.config?.merge === 'pr'
        ? {
            requests: pullRequests({
              ...{ repository, git, run: personProgram(repository.folder, hostToolEnv(env)) },
              sleep: (ms, signal) => sleepUntilAborted(systemClock, ms, signal),
            }),
          }
        : {}),
      attesting: {
        readEvidence,
        attestor: attestor({
          ...{ repository: repository.folder, folder: attestationsOf(project) },
          ...{ git, env: personGitEnv(env), version: assayVersion() },
          // In connected mode the agent is the same user.
          sign: mode === 'hosted',
        }),
      },
      ...(blindTests ? { blind: blindAuthor(treeRunner, workspaces) } : {}),
    }),
  );
}

/** Where the attestations of a project are stored as files, beside their notes. */
export const attestationsOf = ({ home, session }: Pick<Project, 'home' | 'session'>): string =>
  join(home, 'attestations', session);

/** `mounts`: packages besides the dependency layers of the project. */
export const treeRunnerOf = (
  { repository, measuring, tools, scratch, measurements }: Project,
  blobs: BlobStore,
  mounts?: WorkspaceTreeRunnerOptions['mounts'],
): TreeRunner =>
  workspaceTreeRunner({
    ...(mounts ? { mounts } : {}),
    repository,
    sandbox: measuring,
    blobs,
    tools,
    reports: scratch,
    memory: measurements,
    settingsOf: async (tree) => {
      const bytes = await repository.readFileAt(tree, CONFIG_PATH);
      return bytes === null ? {} : toolSettingsOf(readConfigText(new TextDecoder().decode(bytes), CONFIG_PATH));
    },
  });

/** The person's own git needs their home, which contains its configuration, but not their keys. */
export const personGitEnv = (env: GraphParts['env']): Record<string, string> => ({
  ...scrubEnv(env, { allow: ['HOME', 'SSH_AUTH_SOCK', 'XDG_CONFIG_HOME'] }),
  GIT_TERMINAL_PROMPT: '0',
});

/**
 * `gh` and `glab` log in with the person's credentials; they are the person's programs, and run nothing of the
 * project's.
 */
const hostToolEnv = (env: GraphParts['env']): Record<string, string> => {
  const own = Object.entries(env).filter(([name]) =>
    /^(GH_|GITHUB_TOKEN$|GITLAB_|GLAB_|HTTPS?_PROXY$|NO_PROXY$)/i.test(name),
  );
  const extra = Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return { ...personGitEnv(env), ...extra, GH_PROMPT_DISABLED: '1', NO_PROMPT: '1' };
};

/** For a registry, which holds graphs of any input: every payload is checked by its port's schema at run time. */
export const registered = (graph: unknown): GraphRegistry => graphRegistry([graph as Graph]);
