import { Answer } from '#workflows/gated-pr/call.ts';

/** What the model of a client learns of an answer. Some clients show it the structure, others the text. */
export interface Heard {
  readonly status: Answer['status'];
  readonly refused: boolean;
  /** Of its reasons. */
  readonly codes: readonly string[];
  readonly ticket: string | undefined;
  /** As it came. */
  readonly text: string;
}

/** Reads an answer as a model gets it; anything else is an error that shows the text. */
export function heard(text: string): Heard {
  const structure = structureIn(text);
  if (structure) {
    const { status, refused, reasons, ticket, output } = structure;
    const said = reasons.map(({ message, next }) => `${message}\n${next}`);
    return { status, refused, ticket, codes: reasons.map(({ code }) => code), text: [...said, output].join('\n') };
  }
  const head = /^(SUCCESS|FAILURE|NEEDS_ANALYSIS|RUNNING)( \(refused)?/m.exec(text);
  if (!head) throw new Error(`the model was not told an answer, but: ${text.slice(0, 600)}`);
  return {
    status: Answer.shape.status.parse(head[1]),
    refused: head[2] !== undefined,
    ticket: /^ticket: (\w+)$/m.exec(text)?.[1],
    codes: [...text.matchAll(/^([A-Z][A-Z_]+): .*(?:\n.*?)*?\nNext: /gm)].map((match) => match[1] ?? ''),
    text,
  };
}

/** One line of it: Codex writes how long it took before it, Claude Code puts reminders behind it. */
function structureIn(text: string): Answer | null {
  const line = /\{"status":.*\}/.exec(text)?.[0];
  return line === undefined ? null : Answer.parse(JSON.parse(line));
}
