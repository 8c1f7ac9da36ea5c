import { join } from 'node:path';
import type { ProgramSeat } from '../program/seat.ts';

/** Where the program keeps its settings and transcripts, if it can keep any. */
export const configFolder = ({ home }: ProgramSeat): string | null => (home === null ? null : join(home, '.claude'));

/** The whole environment of the program: no key of the person's is in it, unless the seat puts one there. */
export function claudeEnvironment(seat: ProgramSeat): Record<string, string> {
  const folder = configFolder(seat);
  return {
    ...QUIET,
    ...(seat.home === null ? {} : { HOME: seat.home }),
    ...(folder === null ? {} : { CLAUDE_CONFIG_DIR: folder }),
    // The key is added outside, by the proxy; the program only needs to believe that it has one.
    ...(seat.modelUrl === null ? {} : { ANTHROPIC_BASE_URL: seat.modelUrl, ANTHROPIC_API_KEY: 'added-outside' }),
    ...(seat.sandboxed ? { IS_SANDBOX: '1' } : {}),
    ...seat.env,
  };
}

/** Nothing that is not the work: no updates, no reports, no memory beside the conversation, no work in the background. */
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
