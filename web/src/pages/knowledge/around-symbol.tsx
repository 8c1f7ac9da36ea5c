import { useEffect, useRef } from 'react';
import type { KnownPlace, Neighbour } from '#contracts/http/knowledge-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { setQuery } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { StandingMark } from './standing-mark.tsx';

/** The height of a row; lines and boxes have to agree. */
const ROW = 44;
const GAP = 72;

/** A symbol between its users and what it uses. The drawing is also a list: it can be read without the lines. */
export function AroundSymbol({ project, name, fresh }: { project: string; name: string; fresh: number }) {
  const { data, error } = useAnswer(ROUTES.neighbourhood, { params: { project }, query: { name } }, fresh);
  const drawn = useRef<HTMLDivElement>(null);
  const isThere = data !== null;
  // After choosing a name far down, the new drawing is scrolled into view.
  useEffect(() => {
    if (isThere && name !== '') drawn.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere, name]);
  if (!data) return <ErrorNotice error={error} />;
  const { centre, signature, neighbours, more } = data;
  const users = neighbours.filter(({ way }) => way === 'in');
  const used = neighbours.filter(({ way }) => way === 'out');
  const rows = Math.max(users.length, used.length, 2);
  return (
    <Section title="Around it">
      <div ref={drawn} className="card scroll-mt-4 p-4" data-testid="around">
        <div className="grid items-center max-[900px]:grid-cols-1 max-[900px]:gap-4 min-[901px]:grid-cols-[minmax(0,1fr)_72px_minmax(0,1fr)_72px_minmax(0,1fr)]">
          <Column label="Uses it" places={users} />
          <Lines from={users} rows={rows} side="left" />
          <Centre place={centre} signature={signature} />
          <Lines from={used} rows={rows} side="right" />
          <Column label="It uses" places={used} />
        </div>
        <p className="mt-3 text-xs text-faint">
          A dashed line is a guess: something of that name is called, and the text does not say that it is this one.
          {more > 0 && ` ${more} more are not drawn.`}
        </p>
        <div className="mt-2">
          <Button icon="close" onClick={() => setQuery({ around: null })}>
            Close
          </Button>
        </div>
      </div>
    </Section>
  );
}

const Centre = ({ place, signature }: { place: KnownPlace; signature: string }) => (
  <div className="rounded-md border border-accent bg-raised px-3 py-2">
    <p className="break-all font-mono text-xs font-semibold">{place.label}</p>
    {signature !== '' && <p className="mt-1 break-all font-mono text-2xs text-soft">{signature}</p>}
    <p className="mt-1 break-all text-2xs text-faint">
      {place.kind}, {place.path}
      {place.first !== null && `:${place.first}-${place.last ?? place.first}`}
    </p>
    <p className="mt-1.5">
      <StandingMark standing={place.standing} />
    </p>
  </div>
);

const Column = ({ label, places }: { label: string; places: readonly Neighbour[] }) => (
  <div>
    <p className="mb-1 text-2xs font-semibold uppercase tracking-wide text-faint min-[901px]:sr-only">{label}</p>
    {places.length === 0 ? (
      <p className="text-center text-xs text-faint">{label}: nothing</p>
    ) : (
      <ul aria-label={label}>
        {places.map(({ by, sure, place }) => (
          <li key={`${by} ${place.name}`} style={{ height: ROW }} className="flex items-center">
            <button
              type="button"
              onClick={() => setQuery({ around: place.name })}
              title={`${place.label} (${place.path ?? ''})`}
              className={cx(
                'w-full min-w-0 rounded-md border bg-raised px-2 py-1 text-left hover:bg-hover',
                sure ? 'border-line-strong' : 'border-dashed border-line-strong',
              )}
            >
              <span className="block truncate font-mono text-2xs font-medium">{place.label}</span>
              <span className="block truncate text-2xs text-faint">
                {by}
                {!sure && ', a guess'}
                {place.standing.changed && ', changed since it was read'} · {place.path}
              </span>
            </button>
          </li>
        ))}
      </ul>
    )}
  </div>
);

interface LinesProps {
  readonly from: readonly Neighbour[];
  readonly rows: number;
  readonly side: 'left' | 'right';
}

/** From the middle of each row to the centre. */
function Lines({ from, rows, side }: LinesProps) {
  const height = rows * ROW;
  const top = (height - from.length * ROW) / 2;
  return (
    <svg
      aria-hidden="true"
      width={GAP}
      height={height}
      viewBox={`0 0 ${GAP} ${height}`}
      className="text-line-strong max-[900px]:hidden"
    >
      {from.map(({ sure, place, by }, index) => {
        const y = top + index * ROW + ROW / 2;
        const [outer, inner] = side === 'left' ? [0, GAP] : [GAP, 0];
        return (
          <path
            key={`${by} ${place.name}`}
            d={`M${outer} ${y}C${GAP / 2} ${y} ${GAP / 2} ${height / 2} ${inner} ${height / 2}`}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeDasharray={sure ? undefined : '4 3'}
          />
        );
      })}
    </svg>
  );
}
