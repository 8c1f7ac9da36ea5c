import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';

interface Suggestion {
  /** The inserted text: `@adversary`, `/plan-change`. */
  readonly word: string;
  readonly about: string;
}

const MOST = 6;

/** The word at the end of the text, where it begins with `@` or is a command; null where it is neither. */
export const wordAtEnd = (text: string): string | null =>
  text.match(/(?:^|\s)(@[\w./-]*)$|^(\/[\w-]*)$/)?.[0].trim() ?? null;

/** Pure. Possible completions of the word. */
export const suggested = (word: string, known: readonly Suggestion[]): Suggestion[] =>
  known.filter((each) => each.word.startsWith(word) && each.word !== word).slice(0, MOST);

/** Agents, sources and skills whose name begins with the typed word; selecting one completes it. */
export function MentionList({ word, pick }: { word: string; pick(word: string): void }) {
  const { data } = useAnswer(ROUTES.agentList, {});
  if (!data) return null;
  const at = (name: string): string => `@${name}`;
  const known = [
    ...data.agents.map(({ name, description }) => ({ word: at(name), about: description })),
    ...data.sources.map(({ name, type }) => ({ word: at(name), about: `a source: ${type}` })),
    ...data.skills
      .filter(({ forModels }) => forModels)
      .map(({ name, description }) => ({ word: at(name), about: description })),
    ...data.skills.map(({ name, description }) => ({ word: `/${name}`, about: description })),
  ];
  const found = suggested(word, known);
  if (found.length === 0) return null;
  return (
    <ul className="card mb-2 divide-y divide-line" aria-label="What it may become">
      {found.map((each) => (
        <li key={each.word}>
          <button
            type="button"
            className="flex w-full items-baseline gap-2 px-3 py-1.5 text-left text-xs hover:bg-sunken"
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
