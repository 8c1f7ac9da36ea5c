import type { AgentList } from '#contracts/http/agent-list-routes.ts';
import { SLASH_COMMANDS } from '#contracts/slash-commands.ts';

export interface Suggestion {
  /** The inserted text: `@adversary`, `/plan-change`. */
  readonly word: string;
  readonly about: string;
}

const MOST = 8;

/** The word at the end of the text, where it begins with `@` or is a command; null where it is neither. */
export const wordAtEnd = (text: string): string | null =>
  text.match(/(?:^|\s)(@[\w./-]*)$|^(\/[\w-]*)$/)?.[0].trim() ?? null;

/** Pure. Possible completions of the word. */
export const suggested = (word: string, known: readonly Suggestion[]): Suggestion[] =>
  known.filter((each) => each.word.startsWith(word) && each.word !== word).slice(0, MOST);

/** Pure. Everything that may be named in a conversation of a folder: commands first, then the folder's own. */
export function nameable({ agents, skills, sources }: AgentList): Suggestion[] {
  const commands = Object.entries(SLASH_COMMANDS).filter(([, { terminal }]) => terminal !== true);
  return [
    ...agents.map(({ name, description }) => ({ word: `@${name}`, about: description })),
    ...sources.map(({ name, type }) => ({ word: `@${name}`, about: `a source: ${type}` })),
    ...skills
      .filter(({ forModels }) => forModels)
      .map(({ name, description }) => ({ word: `@${name}`, about: description })),
    ...commands.map(([name, { does }]) => ({ word: `/${name}`, about: does })),
    ...skills.map(({ name, description }) => ({ word: `/${name}`, about: description })),
  ];
}

interface MentionListProps {
  readonly found: readonly Suggestion[];
  /** The one that the arrow keys have reached; -1 for none. */
  readonly at: number;
  pick(word: string): void;
}

/** What the word may become; selecting one completes it. */
export function MentionList({ found, at, pick }: MentionListProps) {
  if (found.length === 0) return null;
  return (
    <ul className="card mb-2 divide-y divide-line" aria-label="What it may become">
      {found.map((each, index) => (
        <li key={each.word}>
          <button
            type="button"
            aria-current={index === at}
            className="flex w-full items-baseline gap-2 px-3 py-1.5 text-left text-xs hover:bg-sunken aria-current:bg-sunken"
            onClick={() => pick(each.word)}
          >
            <span className="font-mono">{each.word}</span>
            <span className="min-w-0 flex-1 truncate text-soft">{each.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
