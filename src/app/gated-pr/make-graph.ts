import type { BlobStore } from '#contracts/blobs.ts';
import { CONFIG_PATH } from '#contracts/config.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { type GraphRegistry, graphRegistry } from '#engine/graph/registry.ts';
import type { Bench } from '#gates/bench.ts';
import { type WorkspaceBenchOptions, workspaceBench } from '#gates/workspace-bench.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { readConfigText, toolSettingsOf } from '#project/config/read-config.ts';
import { gatedPr } from '#workflows/gated-pr/graph.ts';
import { connectedGround } from '#workflows/gated-pr/sites/connected-ground.ts';
import type { Examined } from '#workflows/gated-pr/sites/gatekeeper.ts';
import { hostedGround } from '#workflows/gated-pr/sites/hosted-ground.ts';
import { makeSite } from '#workflows/gated-pr/sites/make-site.ts';
import { personGit } from '#workflows/gated-pr/sites/person-git.ts';
import { projectGates } from '#workflows/gated-pr/sites/project-gates.ts';
import { viewFiles } from '#workflows/gated-pr/sites/view-files.ts';
import type { Places } from '#workflows/places.ts';
import type { Project } from '../project/open-project.ts';
import { reviewByCommand } from './review-command.ts';

export interface GraphParts {
  readonly project: Project;
  readonly blobs: BlobStore;
  readonly workspaces: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly examine: (bench: Bench, ...order: Parameters<ExamineOrder>) => Promise<Examined>;
}
type ExamineOrder = (
  base: Parameters<Bench['list']>[0],
  tree: Parameters<Bench['list']>[0],
  signal: AbortSignal,
) => void;

/** The gated PR, bound to a project. */
export function gatedPrFor(mode: 'hosted' | 'connected', { project, blobs, workspaces, env, examine }: GraphParts) {
  const { repository, store } = project;
  const bench = benchOf(project, blobs);
  const git = personGit(repository, gitEnv(env));
  const ground =
    mode === 'hosted'
      ? hostedGround({ repository, store, git, workspaces })
      : connectedGround({ repository, store, git });
  const gates = projectGates({
    bench,
    readEvidence: async ({ blob }) => JSON.parse(new TextDecoder().decode(await blobs.get(blob))),
    examine: (base, tree, signal) => examine(bench, base, tree, signal),
    reviewBy: reviewByCommand(project, scrubEnv(env, { allow: ['HOME'] })),
  });
  return gatedPr(makeSite({ repository, store, ground, gates, views: viewFiles((state) => ground.folder(state)) }));
}

/** `mounts`: packages besides the dependency layers of the project. */
export const benchOf = (
  { repository, store, sandbox, tools, scratch, measurements }: Project,
  blobs: BlobStore,
  mounts?: WorkspaceBenchOptions['mounts'],
): Bench =>
  workspaceBench({
    ...(mounts ? { mounts } : {}),
    repository,
    store,
    sandbox,
    blobs,
    tools,
    reports: scratch,
    memory: measurements,
    settingsOf: async (tree) => {
      const bytes = await store.readFileAt(repository, tree, CONFIG_PATH);
      return bytes === null ? {} : toolSettingsOf(readConfigText(new TextDecoder().decode(bytes), CONFIG_PATH));
    },
  });

/** The person's own git needs their home, where its configuration is; their keys it does not. */
const gitEnv = (env: GraphParts['env']): Record<string, string> => ({
  ...scrubEnv(env, { allow: ['HOME', 'SSH_AUTH_SOCK', 'XDG_CONFIG_HOME'] }),
  GIT_TERMINAL_PROMPT: '0',
});

/** For a registry, which holds graphs of any input: every payload is checked by its port's schema at run time. */
export const registered = (graph: unknown): GraphRegistry => graphRegistry([graph as Graph]);
