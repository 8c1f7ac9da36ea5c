import type { AgentTask } from '#contracts/agent.ts';
import { type AcpProfile, homeVariable, STAND_IN_KEY } from '../acp/acp-profile.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { STARTUP_MS } from './client-entry.ts';
import type { KnownAgent } from './known-agent.ts';

export const opencode: KnownAgent = {
  program: {
    backend: 'acp:opencode acp',
    title: 'opencode',
    program: 'opencode',
    package: null,
    install: 'npm install -g opencode-ai',
    also: null,
    providers: null,
    asksNobody: false,
  },
  acp: { when: /^opencode(?:\.exe)?$|opencode-ai/, profile: profile() },
  client: {
    name: 'opencode',
    entry: {
      title: 'opencode',
      install: 'npm install -g opencode-ai',
      usual: 'project',
      project: ['opencode.json', 'opencode.jsonc'],
      user: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
      format: 'json',
      path: ['mcp', 'assay'],
      adds: { $schema: 'https://opencode.ai/config.json' },
      // For its start and for each call: opencode's own limits are shorter than check_work waits.
      entry: (command) => ({ type: 'local', command: [command, 'mcp'], enabled: true, timeout: STARTUP_MS }),
      readsComments: true,
      listing: { program: 'opencode', args: ['mcp', 'list'], starts: true },
      next: 'Start `opencode` here.',
    },
  },
  definitions: {
    skills: [
      { project: '.opencode/skills', person: '.config/opencode/skills' },
      { project: '.opencode/skill', person: '.config/opencode/skill' },
    ],
    agents: [
      { project: '.opencode/agents', person: '.config/opencode/agents' },
      { project: '.opencode/agent', person: '.config/opencode/agent' },
    ],
  },
};

function profile(): AcpProfile {
  return {
    title: 'opencode',
    tellsCost: true,
    environment: (programSandbox, task) => ({
      ...homeVariable(programSandbox),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(programSandbox, task)),
      ...(programSandbox.modelUrl === null ? {} : { ANTHROPIC_API_KEY: STAND_IN_KEY, OPENAI_API_KEY: STAND_IN_KEY }),
      ...programSandbox.env,
    }),
  };
}

/** By default it asks about nothing: here it asks about everything, and we answer. */
function opencodeConfig(programSandbox: ProgramSandbox, task: AgentTask): object {
  const options =
    programSandbox.modelUrl === null
      ? {}
      : { options: { baseURL: `${programSandbox.modelUrl}/v1`, apiKey: STAND_IN_KEY } };
  const model = task.model?.replace(':', '/');
  const [provider = '', ...name] = (model ?? '').split('/');
  const models = model === undefined ? {} : { models: { [name.join('/')]: {} } };
  return {
    autoupdate: false,
    share: 'disabled',
    permission: { '*': 'ask' },
    // Without this it makes an extra call for each session, to name it.
    agent: { title: { disable: true } },
    ...(model === undefined ? {} : { model, small_model: model }),
    ...(programSandbox.modelUrl === null || model === undefined
      ? {}
      : { provider: { [provider]: { ...options, ...models } } }),
  };
}
