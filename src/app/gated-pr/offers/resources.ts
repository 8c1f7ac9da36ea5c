import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectTopOf, requireConfig } from '#attempts/open-project.ts';
import { readConfig } from '#project/config/read-config.ts';
import { plain } from '../../cli/screen.ts';
import type { McpResource } from '../../mcp/offers.ts';
import { answerText } from '../tools/answer-text.ts';
import type { ClientCallsFor } from '../tools/tools.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The plan, its state, and the measurements, for watchers. Agents may read them too: they contain nothing that the
 * agent's own calls were not answered with, so a blind author's work stays hidden.
 */
export const gateResources = (clientCalls: ClientCallsFor, folder: string, env: Env): readonly McpResource[] => [
  {
    uri: 'assay://plan',
    name: 'plan',
    title: 'The plan',
    description: 'The pull requests that are to be made, and what must hold for each.',
    mimeType: 'text/markdown',
    read: async () => {
      const repository = await projectTopOf(folder, env);
      const { plan = 'PLAN.md' } = requireConfig(await readConfig(repository), repository);
      return readFile(join(repository, plan), 'utf8');
    },
  },
  {
    uri: 'assay://state',
    name: 'state',
    title: 'The state of the PR',
    description: 'Tasks and steps, criteria with the tests that are red for them, the last refusal, what comes next.',
    mimeType: 'text/plain',
    read: async () => {
      const now = await (await clientCalls()).snapshot();
      if (!now) return NOTHING;
      const { stateLines } = await import('../state-lines.ts');
      return stateLines(plain, now.run, now.snapshot).join('\n');
    },
  },
  {
    uri: 'assay://evidence',
    name: 'evidence',
    title: 'What was measured',
    description: 'The last answers of the gate, newest first: verdicts, reasons, and the runs they rest on.',
    mimeType: 'text/markdown',
    read: async () => {
      const now = await (await clientCalls()).snapshot();
      if (!now) return NOTHING;
      const { answers, state } = now.snapshot;
      const merged = state.finished.map(({ title, merge }) => `- ${title}: \`assay verify ${merge.slice(0, 12)}\``);
      return [
        `# What run ${now.run} was answered`,
        ...answers.toReversed().map(({ call, answer }) => `## ${call.tool}\n\n${answerText(answer)}`),
        ...(merged.length === 0 ? [] : [`# Merged, each with its attestation\n\n${merged.join('\n')}`]),
      ].join('\n\n');
    },
  },
];

const NOTHING = 'No PR is under way here. get_task begins with the plan.';
