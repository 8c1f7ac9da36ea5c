import type { ChosenBackend } from '#attempts/backends/choose-backend.ts';
import { ERROR_CODES, EXIT, isErrorCode } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { TurnEnd } from '#sessions/chat/chat-types.ts';
import { errorLines } from '../../cli/cli-error.ts';
import { SIMULATED } from '../../cli/live/live-lines.ts';
import type { Screen } from '../../cli/screen.ts';
import { count, usd } from '../../cli/words.ts';

/** The heading of a conversation: which agent answers, and what it may do. */
export function headLine({ paintErr }: Screen, chosen: ChosenBackend, mode: string): string {
  if (chosen.simulated) return paintErr('yellow', `${SIMULATED} · ${mode} mode`);
  const who = [chosen.name === 'native' ? null : chosen.name, chosen.model].filter(Boolean).join(' ');
  return paintErr('dim', `${who} (${chosen.why}) · ${mode} mode`);
}

/** The cost of an answer, and how to continue. */
export function endLines(screen: Screen, run: RunId, end: TurnEnd, next: string): string[] {
  const { paintErr } = screen;
  const { input, output, cacheRead, cacheWrite, usd: cost } = end.usage;
  const price = cost === null ? 'cost unknown' : usd(cost);
  const line = paintErr('dim', `${run} · ${count(input + output + cacheRead + cacheWrite)} tokens · ${price}`);
  const hint = paintErr('dim', `  ${next}`);
  if (end.error) return [...errorLines(screen, end.error), line];
  return end.status === 'stopped' ? [paintErr('yellow', 'stopped'), line, hint] : [line, hint];
}

/** The last object of `--json`. */
export const resultObject = (run: RunId, turn: string, end: TurnEnd, chosen: ChosenBackend) => ({
  type: 'result',
  run,
  turn,
  status: end.status,
  text: end.text,
  error: end.error,
  usage: end.usage,
  backend: chosen.name,
  model: chosen.model,
  simulated: chosen.simulated,
});

export function exitCodeOfTurn({ status, error }: TurnEnd): number {
  if (status === 'done') return EXIT.done;
  if (status === 'stopped') return STOPPED;
  return error && isErrorCode(error.code) ? ERROR_CODES[error.code] : EXIT.failed;
}

/** As a shell reports SIGINT. */
const STOPPED = 130;
