import type { AgentEvent } from '#contracts/agent.ts';
import { callTitle } from '#sessions/chat/call-title.ts';
import type { Screen } from '../../cli/screen.ts';
import { visible, visibleText } from './visible.ts';

/** Shows the events of turns on a terminal, or on a pipe. */
export interface TurnPrinter {
  show(event: AgentEvent): void;
  /** Ends an unfinished line. */
  breakLine(): void;
}

/**
 * Text to stdout, everything else to stderr. On a terminal text is shown as it comes; on a pipe when it is complete,
 * since a repeated text cannot be taken back there.
 */
export function turnPrinter(screen: Screen): TurnPrinter {
  const { stdout, paintErr } = screen;
  const depths = new Map<string, number>();
  const shown = new Map<string, string>();
  let isMidLine = false;
  let hasText = false;
  const write = (text: string): void => {
    if (text === '' || screen.gone.aborted) return;
    stdout.write(screen.isTty ? visibleText(text) : text);
    isMidLine = !text.endsWith('\n');
    hasText = true;
  };
  const breakLine = (): void => {
    if (isMidLine) write('\n');
  };
  const note = (line: string, depth = 0): void => {
    if (screen.isTty) breakLine();
    screen.err(`${'  '.repeat(depth + 1)}${line}`);
  };
  const say = (turn: string, text: string): void => {
    if (!shown.has(turn) && hasText) write(isMidLine ? '\n\n' : '\n');
    shown.set(turn, (shown.get(turn) ?? '') + text);
    write(text);
  };
  const showCall = ({ id, tool, input, parent }: Extract<AgentEvent, { type: 'tool_start' }>): void => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1;
    depths.set(id, depth);
    note(paintErr('dim', `· ${visible(callTitle(tool, input))}`), depth);
  };
  return {
    breakLine,
    show(event) {
      switch (event.type) {
        case 'text_delta':
          if (event.parent === undefined && screen.isTty) say(event.turn, event.text);
          break;
        case 'text_complete': {
          if (event.parent !== undefined) break;
          const before = shown.get(event.turn) ?? '';
          if (event.text.startsWith(before)) say(event.turn, event.text.slice(before.length));
          breakLine();
          break;
        }
        case 'text_withdrawn':
          if (shown.delete(event.turn))
            note(paintErr('yellow', 'that answer was cut off; here it is again from the start:'));
          break;
        case 'tool_start':
          showCall(event);
          break;
        case 'tool_result':
          if (!event.ok) note(paintErr('yellow', `! ${shownLine(event.text)}`), depths.get(event.id) ?? 0);
          break;
        case 'error':
          note(paintErr('yellow', `! ${shownLine(event.error.message)}`));
          break;
        case 'status':
          if (event.warns) note(paintErr('yellow', `! ${visible(event.message)}`));
          else if (screen.isTty) note(paintErr('dim', `· ${visible(event.message)}`));
          break;
        default:
      }
    },
  };
}

const LONGEST = 200;

function shownLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return visible(line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line);
}
