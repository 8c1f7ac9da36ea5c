import { type FormEvent, type ReactNode, useState } from 'react';
import type { KnownPlace } from '#contracts/http/knowledge-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { setQuery, usePlace } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { Visible } from '../../ui/visible.tsx';
import { StandingMark } from './standing-mark.tsx';

interface SearchKnownProps {
  readonly project: string;
  readonly fresh: number;
  /** The symbol shown in detail, between the question and its answers. */
  readonly above: ReactNode;
}

/** A question, and the places and notes an agent would get. */
export function SearchKnown({ project, fresh, above }: SearchKnownProps) {
  const asked = usePlace().query.get('q') ?? '';
  const [text, setText] = useState(asked);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setQuery({ q: text.trim(), around: null });
  };
  return (
    <>
      <form onSubmit={ask} className="mb-4 flex gap-2">
        <div className="min-w-0 flex-1">
          <Input
            wide
            aria-label="What to look for"
            type="search"
            value={text}
            placeholder="where are blobs written, or a name"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" look="strong" icon="search">
          Find
        </Button>
      </form>
      {above}
      {asked !== '' && <Found project={project} question={asked} fresh={fresh} />}
    </>
  );
}

function Found({ project, question, fresh }: { project: string; question: string; fresh: number }) {
  const { data, error } = useAnswer(ROUTES.searchKnown, { params: { project }, query: { question } }, fresh);
  return (
    <>
      <ErrorNotice error={error} />
      {data && data.places.length + data.notes.length === 0 && (
        <p className="card px-3.5 py-3 text-sm text-soft">No word of this question occurs in the project.</p>
      )}
      {data && data.places.length > 0 && (
        <Section title="Code">
          <ol className="card divide-y divide-line" data-testid="places">
            {data.places.map((place) => (
              <PlaceRow key={place.name} place={place} />
            ))}
          </ol>
        </Section>
      )}
      {data && data.notes.length > 0 && (
        <Section title="Remembered and read">
          <ul className="card divide-y divide-line">
            {data.notes.map(({ text, source, kind, standing }, index) => (
              <li key={index} className="px-3.5 py-2.5">
                <p className="text-sm break-words">
                  <Visible text={text} />
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-faint">
                  <span className="break-all">
                    {kind}, from {source}
                  </span>
                  <StandingMark standing={standing} />
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const PlaceRow = ({ place }: { place: KnownPlace }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
    <button
      type="button"
      onClick={() => setQuery({ around: place.name })}
      className="min-w-0 max-w-full break-all text-left font-mono text-xs font-medium text-accent hover:underline"
    >
      {place.label}
    </button>
    <span className="min-w-0 flex-1 break-all text-xs text-faint">
      {place.path}
      {place.first !== null && `:${place.first}`}
    </span>
    <StandingMark standing={place.standing} />
  </li>
);
