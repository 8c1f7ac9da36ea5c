import { basename } from 'node:path';
import type { AgentTask } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import { claudeEnvironment, configFolder } from '../claude/environment.ts';
import { isWritten } from '../claude/resume.ts';
import { ownModel } from '../program/own-model.ts';
import type { ProgramSandbox } from '../program/program-sandbox.ts';
import { writeInSandbox } from '../program/sandbox-files.ts';
import { keepGeminiSessions } from './gemini-sessions.ts';

export interface LastAnswer {
  readonly session: string;
  /** When the attempt began. */
  readonly since: Date;
  readonly text: string;
}

/** What differs between agents that speak the same protocol: how they are told of their model and kept quiet. */
export interface AcpProfile {
  readonly title: string;
  /** It counts its own costs. */
  readonly tellsCost?: boolean;
  /** It reads and writes files itself, inside; what its client reads for it, it misunderstands. */
  readonly ownFiles?: boolean;
  /** To be authenticated with, where the agent asks for it. */
  readonly authMethod?: string;
  /** Whether the last answer of a session is written down; left out where that is done before it is given. */
  isKept?(programSandbox: ProgramSandbox, answer: LastAnswer): Promise<boolean>;
  /** Settings that are read from files, written to the sandbox's home. */
  prepare?(programSandbox: ProgramSandbox): Promise<void>;
  environment(programSandbox: ProgramSandbox, task: AgentTask): Record<string, string>;
  /** Added to the command. */
  arguments?(task: AgentTask): string[];
}

/** By the name of the program, wherever it lies; one that is not known is taken as it is. */
export function profileOf(words: readonly string[]): AcpProfile {
  const names = words.map((word) => basename(word));
  const known = KNOWN.find(
    ({ when }) => names.some((name) => when.test(name)) || words.some((word) => when.test(word)),
  );
  return known?.profile ?? plain(names[0] ?? 'the agent');
}

const STAND_IN = 'added-outside';
const home = ({ home: folder }: ProgramSandbox): Record<string, string> => (folder === null ? {} : { HOME: folder });

const claude: AcpProfile = {
  title: 'Claude Code over ACP',
  environment(programSandbox, task) {
    const model = ownModel(task, 'anthropic', 'Claude Code');
    return { ...claudeEnvironment(programSandbox), ...(model === undefined ? {} : { ANTHROPIC_MODEL: model }) };
  },
  async isKept(programSandbox, { session, ...answer }) {
    const folder = configFolder(programSandbox);
    return folder !== null && isWritten(folder, session, answer);
  },
};

const gemini: AcpProfile = {
  title: 'Gemini CLI',
  ownFiles: true,
  authMethod: 'gemini-api-key',
  async prepare(programSandbox) {
    const { home: folder, sandboxed } = programSandbox;
    // On the bare machine the home is the person's: their settings, their login and their sessions stay as they are.
    if (folder === null || !sandboxed) return;
    await keepGeminiSessions({ home: folder, sandboxed });
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      // Its own ten tries take minutes; whoever runs attempts tries again.
      general: { disableAutoUpdate: true, enableAutoUpdate: false, maxAttempts: 4 },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    await writeInSandbox({ home: folder, sandboxed }, '.gemini/settings.json', JSON.stringify(settings));
  },
  environment: (programSandbox) => ({
    ...home(programSandbox),
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    ...(programSandbox.modelUrl === null
      ? {}
      : { GOOGLE_GEMINI_BASE_URL: programSandbox.modelUrl, GEMINI_API_KEY: STAND_IN }),
    ...programSandbox.env,
  }),
  arguments(task) {
    if (task.model === undefined) return [];
    const name = /^google:(.+)$/.exec(task.model)?.[1];
    if (name !== undefined) return ['--model', name];
    throw new AssayError('MODEL_NAME_INVALID', `Gemini CLI cannot work with ${task.model}.`, {
      next: 'Name a model of its own (google:NAME), or leave it out.',
    });
  },
};

const opencode: AcpProfile = {
  title: 'opencode',
  tellsCost: true,
  environment: (programSandbox, task) => ({
    ...home(programSandbox),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(programSandbox, task)),
    ...(programSandbox.modelUrl === null ? {} : { ANTHROPIC_API_KEY: STAND_IN, OPENAI_API_KEY: STAND_IN }),
    ...programSandbox.env,
  }),
};

/** Its default is to ask about nothing: here it asks about everything, and we answer. */
function opencodeConfig(programSandbox: ProgramSandbox, task: AgentTask): object {
  const options =
    programSandbox.modelUrl === null ? {} : { options: { baseURL: `${programSandbox.modelUrl}/v1`, apiKey: STAND_IN } };
  const model = task.model?.replace(':', '/');
  const [provider = '', ...name] = (model ?? '').split('/');
  const models = model === undefined ? {} : { models: { [name.join('/')]: {} } };
  return {
    autoupdate: false,
    share: 'disabled',
    permission: { '*': 'ask' },
    // A call of its own for each session, to name it.
    agent: { title: { disable: true } },
    ...(model === undefined ? {} : { model, small_model: model }),
    ...(programSandbox.modelUrl === null || model === undefined
      ? {}
      : { provider: { [provider]: { ...options, ...models } } }),
  };
}

const plain = (name: string): AcpProfile => ({
  title: name,
  environment(programSandbox, task) {
    if (task.model !== undefined) {
      throw new AssayError('MODEL_NAME_INVALID', `Assay does not know how to tell ${name} which model to use.`, {
        next: 'Leave the model out, and choose it in the settings of the agent.',
      });
    }
    const url = programSandbox.modelUrl;
    const model =
      url === null
        ? {}
        : {
            ANTHROPIC_BASE_URL: url,
            ANTHROPIC_API_KEY: STAND_IN,
            OPENAI_BASE_URL: `${url}/v1`,
            OPENAI_API_KEY: STAND_IN,
            GOOGLE_GEMINI_BASE_URL: url,
            GEMINI_API_KEY: STAND_IN,
          };
    return { ...home(programSandbox), ...model, ...programSandbox.env };
  },
});

const KNOWN: readonly { readonly when: RegExp; readonly profile: AcpProfile }[] = [
  { when: /claude-agent-acp/, profile: { ...claude, title: 'Claude Agent over ACP' } },
  { when: /claude-code-acp/, profile: claude },
  { when: /^gemini(?:\.js)?$|gemini-cli/, profile: gemini },
  { when: /^opencode(?:\.exe)?$|opencode-ai/, profile: opencode },
];
