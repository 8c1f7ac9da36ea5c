import { z } from 'zod';
import {
  MOST_LABELS,
  SESSION_STATUSES,
  SessionLabel,
  type SessionNote,
  SessionPatch,
  SessionStatus,
  SessionTitle,
} from './session-note.ts';

/** The meaning of a line that begins with a slash. */
export type SlashCommand =
  | { readonly type: 'help' }
  | { readonly type: 'stop' }
  | { readonly type: 'leave' }
  | { readonly type: 'note'; readonly patch: SessionPatch }
  | { readonly type: 'label'; readonly labels: readonly string[] }
  /** Goes into the conversation like a message, and is answered by a research instead of the agent. */
  | { readonly type: 'research'; readonly question: string; readonly depth: SlashDepth; readonly web: boolean }
  | { readonly type: 'wrong'; readonly why: string };

type SlashDepth = 'quick' | 'standard' | 'deep';

interface Slash {
  readonly usage: string;
  readonly does: string;
  /** Only in a terminal: a window is closed instead. */
  readonly terminal?: true;
  read(rest: string): SlashCommand;
}

const patched = (patch: unknown): SlashCommand => {
  const read = SessionPatch.safeParse(patch);
  return read.success ? { type: 'note', patch: read.data } : { type: 'wrong', why: z.prettifyError(read.error) };
};

/** The same in the terminal and in the window. */
export const SLASH_COMMANDS: Readonly<Record<string, Slash>> = {
  stop: { usage: '/stop', does: 'stops the answer', read: () => ({ type: 'stop' }) },
  rename: {
    usage: '/rename TITLE',
    does: 'gives the conversation another title',
    read: (rest) => (SessionTitle.safeParse(rest).success ? patched({ title: rest }) : wrong('/rename TITLE')),
  },
  label: {
    usage: '/label LABEL, LABEL',
    does: 'adds labels',
    read: (rest) => {
      const labels = rest.split(',').map((each) => each.trim().replace(/^#/, ''));
      const read = z.array(SessionLabel).min(1).max(MOST_LABELS).safeParse(labels);
      return read.success ? { type: 'label', labels: read.data } : wrong('/label LABEL, LABEL');
    },
  },
  status: {
    usage: `/status ${SESSION_STATUSES.join('|')}`,
    does: 'says where the conversation stands',
    read: (rest) => {
      const status = SessionStatus.safeParse(rest);
      return status.success ? patched({ status: status.data }) : wrong(`/status ${SESSION_STATUSES.join('|')}`);
    },
  },
  research: {
    usage: '/research [--quick|--deep] [--web] QUESTION',
    does: 'answers from what was read, every sentence checked against its source',
    read: (rest) => {
      const flags = /^(?:--(?:quick|deep|web)\s+)*/.exec(rest)?.[0] ?? '';
      const question = rest.slice(flags.length).trim();
      if (question === '' || question.startsWith('--')) return wrong('/research [--quick|--deep] [--web] QUESTION');
      const depth = flags.includes('--quick') ? 'quick' : flags.includes('--deep') ? 'deep' : 'standard';
      return { type: 'research', question, depth, web: flags.includes('--web') };
    },
  },
  archive: { usage: '/archive', does: 'leaves it out of the list', read: () => patched({ archived: true }) },
  help: { usage: '/help', does: 'lists these', read: () => ({ type: 'help' }) },
  exit: {
    usage: '/exit',
    does: 'leaves; continue later with --resume',
    terminal: true,
    read: () => ({ type: 'leave' }),
  },
};

const wrong = (usage: string): SlashCommand => ({ type: 'wrong', why: `it goes like this: ${usage}` });

/**
 * Pure. The command on a line; null where it is a message. A path is a message, and so is a text of several lines,
 * since a command is typed on one. A skill is called by a message that names it.
 */
export function readSlash(line: string, isSkill: (name: string) => boolean = () => false): SlashCommand | null {
  const found = /^\/([a-z]+)(?: +(.*))?$/.exec(line.trim());
  if (!found) return null;
  const [, name = '', rest = ''] = found;
  const command = SLASH_COMMANDS[name === 'quit' ? 'exit' : name];
  if (command) return command.read(rest.trim());
  return isSkill(name) ? null : { type: 'wrong', why: `there is no /${name}; /help lists what there is` };
}

/** Pure. What a command changes in a conversation's note. */
export const patchOf = (
  command: Extract<SlashCommand, { type: 'note' | 'label' }>,
  { labels }: Pick<SessionNote, 'labels'>,
): SessionPatch =>
  command.type === 'note'
    ? command.patch
    : { labels: [...new Set([...labels, ...command.labels])].slice(0, MOST_LABELS) };

export const slashHelp = (where: 'terminal' | 'window'): string[] =>
  Object.values(SLASH_COMMANDS)
    .filter(({ terminal }) => where === 'terminal' || !terminal)
    .flatMap(({ usage, does }) => {
      if (where === 'window') return [`${usage}: ${does}`];
      const column = ' '.repeat(WIDTH);
      return usage.length < WIDTH ? [`${usage.padEnd(WIDTH)}${does}`] : [usage, `${column}${does}`];
    });

/** In a terminal the descriptions form a column of their own. */
const WIDTH = 22;
