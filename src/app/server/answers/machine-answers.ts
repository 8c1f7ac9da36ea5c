import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { machineRoutes, ToolShown } from '#contracts/http/machine-routes.ts';
import { toJson } from '#contracts/json.ts';
import type { Tool } from '#contracts/tool.ts';
import { systemOf } from '#host/package-hint.ts';
import { TOOLBELT } from '#tools/registry.ts';
import { GATED_PR } from '#workflows/gated-pr/graph.ts';
import { isFit, lookAll } from '../../doctor/check.ts';
import { DOCTOR_CHECKS } from '../../doctor/checks.ts';
import { loadExamples } from '../../examples.ts';
import { GATED_EXAMPLE_TITLE } from '../../gated-pr/example-run.ts';
import type { Handlers } from '../bind.ts';
import { measureDisk } from '../disk.ts';
import { PreferencesFile } from '../preferences-file.ts';
import type { ServerContext } from '../server-context.ts';

export const machineAnswers = (serverContext: ServerContext): Handlers<typeof machineRoutes> => {
  const preferences = new PreferencesFile(serverContext.runs.home);
  const doctor = shared(() => findings(serverContext));
  const disk = shared(() => measureDisk(serverContext.runs, serverContext.env));
  return {
    workspaces: () => disk(),
    doctor: () => doctor(),
    preferences: () => preferences.read(),
    setPreferences: ({ body }) => preferences.change(body),
    tools: async () => ({ tools: await Promise.all(TOOLBELT.map(async ({ load }) => shown(await load({})))) }),
    workflows: async () => ({
      workflows: [
        {
          name: GATED_PR,
          title: GATED_EXAMPLE_TITLE,
          version: (await serverContext.graphs.get(GATED_PR))?.ref.version ?? 1,
          simulated: true,
        },
        ...(await loadExamples()).map(({ title, graph }) => ({
          name: graph.ref.name,
          title,
          version: graph.ref.version,
          simulated: true,
        })),
      ],
    }),
  };
};

/** Both start programs: simultaneous requests share one answer. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

async function findings({ env }: ServerContext) {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const checks = await lookAll(DOCTOR_CHECKS, { env, system: systemOf(process.platform, release) });
  return { fit: isFit(checks), checks };
}

const shown = ({ name, title, description, annotations, input, examples, errors }: Tool): ToolShown => ({
  name,
  title,
  description,
  readOnly: annotations.readOnly,
  destructive: annotations.destructive,
  input: toJson(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }), name),
  examples: examples.map((example) => ({ title: example.title, input: toJson(example.input, name) })),
  errors: { ...errors },
});
