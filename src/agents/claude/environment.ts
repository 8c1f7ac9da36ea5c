import { join } from 'node:path';
import type { ProgramSandbox } from '../program/program-sandbox.ts';

/** Where the program keeps its settings and transcripts, if it can keep any. */
export const configFolder = ({ home }: ProgramSandbox): string | null => (home === null ? null : join(home, '.claude'));

/** The whole environment of the program: without any key of the person's, unless the sandbox puts one there. */
export function claudeEnvironment(programSandbox: ProgramSandbox): Record<string, string> {
  const folder = configFolder(programSandbox);
  return {
    ...QUIET,
    ...(programSandbox.home === null ? {} : { HOME: programSandbox.home }),
    ...(folder === null ? {} : { CLAUDE_CONFIG_DIR: folder }),
    // The proxy adds the key outside; the program only has to believe that it has one.
    ...(programSandbox.modelUrl === null
      ? {}
      : { ANTHROPIC_BASE_URL: programSandbox.modelUrl, ANTHROPIC_API_KEY: 'added-outside' }),
    ...(programSandbox.sandboxed ? { IS_SANDBOX: '1' } : {}),
    ...programSandbox.env,
  };
}

/** Nothing besides the work: no updates, no reports, no memory beside the conversation, no background work. */
const QUIET = {
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_MAX_RETRIES: '4',
  MAX_STRUCTURED_OUTPUT_RETRIES: '2',
};
