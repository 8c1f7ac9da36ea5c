import { PlanQuestion, SUBMIT_PLAN } from '#attempts/permits/plan-gate.ts';
import {
  type Action,
  type AskPerson,
  type PermissionQuestion,
  type PersonAnswer,
  ruleText,
} from '#contracts/permission.ts';
import { spelledOutStrictly } from '#contracts/unseen-characters.ts';
import type { Screen } from '../../cli/screen.ts';

/** Asks the person at the terminal; null when they have left. */
export type AskLine = (prompt: string, signal: AbortSignal) => Promise<string | null>;

/** What s and p remember. */
export interface Remembered {
  readonly session: string;
  readonly project: string;
}

/** Asks at the terminal: y once, s for this conversation, p for this project, n no. Anything else is asked again. */
export function askAtTerminal(
  screen: Screen,
  ask: AskLine,
  remembered: Remembered = { session: 'session', project: 'project' },
): AskPerson {
  return async (question, signal) => {
    // The request is shown exactly as it would be done: folding could hide a gap in it.
    for (const line of lines(question, screen)) screen.errAsIs(line);
    const prompt = screen.paintErr('magenta', `Allow? ${choices(question, remembered)} `);
    for (;;) {
      const said = await ask(prompt, signal);
      if (said === null || signal.aborted) return { answer: 'deny', scope: 'once', why: 'no one answered' };
      const answer = answerOf(said, question);
      if (answer !== null) return answer;
    }
  };
}

/** Pure. Null: not a valid answer. */
export function answerOf(said: string, { remember }: Pick<PermissionQuestion, 'remember'>): PersonAnswer | null {
  const [word = '', ...rest] = said.trim().split(/\s+/);
  const why = rest.length === 0 ? {} : { why: rest.join(' ') };
  switch (word.toLowerCase()) {
    case 'y':
    case 'yes':
      return { answer: 'allow', scope: 'once' };
    case 's':
    case 'session':
      return remember.length === 0 ? null : { answer: 'allow', scope: 'session' };
    case 'p':
    case 'project':
      return remember.length === 0 ? null : { answer: 'allow', scope: 'project' };
    case 'n':
    case 'no':
      return { answer: 'deny', scope: 'once', ...why };
    default:
      return null;
  }
}

const choices = ({ remember }: PermissionQuestion, { session, project }: Remembered): string =>
  remember.length === 0 ? '[y once / n no, and why]' : `[y once / s ${session} / p ${project} / n no, and why]`;

function lines({ tool, action, why, remember }: PermissionQuestion, { paintErr }: Screen): string[] {
  const { plan, heldAgainst = [] } =
    (tool === SUBMIT_PLAN && action.type === 'tool' ? PlanQuestion.safeParse(action.input).data : undefined) ?? {};
  return [
    `${paintErr('magenta', '?')} ${paintErr('bold', tool)} ${plan === undefined ? whatOf(action) : ''}`.trimEnd(),
    // Each line behind a bar, so that no line of a plan can pass for one of ours.
    ...(plan === undefined ? [] : plan.split('\n').map((line) => `  │ ${spelledOutOnOneLine(line)}`)),
    ...(heldAgainst.length === 0 ? [] : ['  What is known about it:']),
    ...heldAgainst.map((line) => `  - ${spelledOutOnOneLine(line)}`),
    paintErr('dim', `  ${why}`),
    ...(remember.length === 0
      ? []
      : [paintErr('dim', `  s and p would remember: ${remember.map(ruleText).join('; ')}`)]),
  ];
}

/** All of it: what is not shown would be allowed unseen. Escapes could hide it. */
function whatOf(action: Action): string {
  switch (action.type) {
    case 'read':
    case 'write':
      return `${action.type} ${action.paths.map(spelledOutOnOneLine).join(', ')}`;
    case 'command':
      return spelledOutOnOneLine(action.line);
    case 'fetch':
      return spelledOutOnOneLine(action.url);
    case 'tool':
      return spelledOutOnOneLine(JSON.stringify(action.input));
  }
}

/** A line end in a command is another command: it is spelled out too. */
const spelledOutOnOneLine = (text: string): string =>
  spelledOutStrictly(text).replaceAll('\n', '⟨line end⟩').replaceAll('\t', '⟨tab⟩');
