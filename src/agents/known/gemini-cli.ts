import { AssayError } from '#contracts/errors.ts';
import { type AcpProfile, homeVariable, STAND_IN_KEY } from '../acp/acp-profile.ts';
import { keepGeminiSessions } from '../acp/gemini-sessions.ts';
import { writeInSandbox } from '../program/sandbox-files.ts';
import { stdio } from './client-entry.ts';
import type { KnownAgent } from './known-agent.ts';

const profile: AcpProfile = {
  title: 'Gemini CLI',
  ownFiles: true,
  authMethod: 'gemini-api-key',
  async prepare(programSandbox) {
    const { home: folder, sandboxed } = programSandbox;
    // On the bare machine the home is the person's: their settings, their login and their sessions stay unchanged.
    if (folder === null || !sandboxed) return;
    await keepGeminiSessions({ home: folder, sandboxed });
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      // Its own ten retries take minutes; the caller retries.
      general: { disableAutoUpdate: true, enableAutoUpdate: false, maxAttempts: 4 },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    await writeInSandbox({ home: folder, sandboxed }, '.gemini/settings.json', JSON.stringify(settings));
  },
  environment: (programSandbox) => ({
    ...homeVariable(programSandbox),
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    ...(programSandbox.modelUrl === null
      ? {}
      : { GOOGLE_GEMINI_BASE_URL: programSandbox.modelUrl, GEMINI_API_KEY: STAND_IN_KEY }),
    ...programSandbox.env,
  }),
  arguments(task) {
    if (task.model === undefined) return [];
    const name = /^google:(.+)$/.exec(task.model)?.[1];
    if (name !== undefined) return ['--model', name];
    throw new AssayError('MODEL_NAME_INVALID', `Gemini CLI cannot work with ${task.model}.`, {
      next: 'Name one of its own models (google:NAME), or leave it out.',
    });
  },
};

export const geminiCli: KnownAgent = {
  program: {
    backend: 'acp:gemini --experimental-acp',
    title: 'Gemini CLI',
    program: 'gemini',
    package: null,
    install: 'npm install -g @google/gemini-cli',
    also: /^acp:.*gemini/,
    providers: ['google'],
    asksNobody: false,
  },
  acp: { when: /^gemini(?:\.js)?$|gemini-cli/, profile },
  client: {
    name: 'gemini',
    entry: {
      title: 'Gemini CLI',
      install: 'npm install -g @google/gemini-cli',
      usual: 'project',
      project: ['.gemini/settings.json'],
      user: ['.gemini/settings.json'],
      format: 'json',
      path: ['mcpServers', 'assay'],
      entry: stdio,
      readsComments: true,
      listing: { program: 'gemini', args: ['mcp', 'list'], starts: true },
      trust:
        'Gemini CLI starts no server in a folder that is not trusted, not even your own ones: start `gemini` here and trust it, or `gemini --skip-trust` for once.',
      next: 'Start `gemini` here, trust the folder, then /mcp shows the server.',
    },
  },
};
