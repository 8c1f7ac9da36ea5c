import { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { ParsedRequest, SimMessage, SimToolCall, SimToolResult } from '../types.ts';

/** The smallest unit of a conversation: a role and one part. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: Json }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly name?: string;
      readonly text: string;
      readonly isError: boolean;
    };

export interface SaidMessage {
  readonly role: SimMessage['role'];
  readonly pieces: readonly Piece[];
}

/** Merges neighbours of one role, so that a conversation looks the same in every wire format. */
export function wireConversationOf(
  said: readonly SaidMessage[],
): Pick<ParsedRequest, 'messages' | 'lastUserText' | 'turn'> {
  const runs: { role: SimMessage['role']; pieces: Piece[] }[] = [];
  for (const { role, pieces } of said) {
    const last = runs.at(-1);
    if (last?.role === role) last.pieces.push(...pieces);
    else runs.push({ role, pieces: [...pieces] });
  }
  const names = new Map(
    said.flatMap(({ pieces }) => pieces.filter((p) => p.kind === 'call').map((p) => [p.id, p.name])),
  );
  const messages = runs.map((run) => messageOf(run, names));
  return {
    messages,
    lastUserText: lastTextOf(said),
    turn: messages.filter((message) => message.role === 'assistant').length + 1,
  };
}

/** Calls that the next message does not answer: every provider refuses such a request. */
export function unansweredCalls(messages: readonly SimMessage[]): { index: number; ids: readonly string[] } | null {
  for (const [index, message] of messages.entries()) {
    const answered = new Set(messages[index + 1]?.toolResults.map((result) => result.id));
    const ids = message.toolCalls.map((call) => call.id).filter((id) => !answered.has(id));
    if (ids.length > 0) return { index, ids };
  }
  return null;
}

/** Arguments that travel as text; what is not JSON stays a string. */
export function parseArguments(value: string): Json {
  try {
    return z.json().parse(JSON.parse(value === '' ? '{}' : value));
  } catch {
    return value;
  }
}

/** The first schema violation, as `path: reason`. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'invalid request' : `${issue.path.join('.') || 'body'}: ${issue.message}`;
}

function messageOf(run: { role: SimMessage['role']; pieces: Piece[] }, names: Map<string, string>): SimMessage {
  const toolCalls: SimToolCall[] = [];
  const toolResults: SimToolResult[] = [];
  const texts: string[] = [];
  const thoughts: string[] = [];
  for (const piece of run.pieces) {
    if (piece.kind === 'text') texts.push(piece.text);
    else if (piece.kind === 'thinking') thoughts.push(piece.text);
    else if (piece.kind === 'call') toolCalls.push({ id: piece.id, name: piece.name, input: piece.input });
    else
      toolResults.push({
        id: piece.id,
        name: piece.name ?? names.get(piece.id) ?? '',
        text: piece.text,
        isError: piece.isError,
      });
  }
  return { role: run.role, text: texts.join('\n'), thinking: thoughts.join('\n'), toolCalls, toolResults };
}

const lastTextOf = (said: readonly SaidMessage[]): string =>
  said
    .filter(({ role }) => role === 'user')
    .flatMap(({ pieces }) => pieces)
    .findLast((piece) => piece.kind === 'text')?.text ?? '';
