import type { Action, PermissionQuestion } from '#contracts/permission.ts';
import { oneLine } from '#contracts/text.ts';
import { spelledOutStrictly } from '#contracts/unseen-characters.ts';

const LONGEST = 300;

/** A question in one line, made from what would be done and from no description of it. */
export const permitQuestionText = ({ tool, action }: Pick<PermissionQuestion, 'tool' | 'action'>): string =>
  shorten(oneLine(spelledOutStrictly(`${tool} wants to ${wantsTo(action)}`)));

function wantsTo(action: Action): string {
  switch (action.type) {
    case 'read':
    case 'write':
      return `${action.type} ${action.paths.join(', ')}`;
    case 'command':
      return `run ${action.line}`;
    case 'fetch':
      return `fetch ${action.url}`;
    case 'tool':
      return `do ${JSON.stringify(action.input)}`;
  }
}

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** How many letters of an id people are shown, and may type. */
export const SHORT_ID = 4;

/** A question that waits, and the command that answers it. */
export const waitingText = ({ id, text }: { readonly id: string; readonly text: string }): string =>
  `${text}: assay permissions allow ${id.slice(0, SHORT_ID)} (or deny)`;
