import { type ChatTurn, textOfTurn } from '#contracts/chat-turn.ts';
import { compact, costOf, duration } from '../../lib/format.ts';
import { Ago } from '../../ui/time.tsx';
import { Parts } from './parts.tsx';
import { ShownImage } from './shown-image.tsx';

/** A person's message, or an agent's actions and answer. */
export const TurnCard = ({ turn }: { turn: ChatTurn }) =>
  turn.by === 'person' ? (
    <article className="ml-auto w-fit max-w-[85%] rounded-xl bg-accent-soft px-3.5 py-2" aria-label="You">
      <p className="whitespace-pre-wrap break-words">{textOfTurn(turn)}</p>
      {turn.images?.map(({ name, blob }) => (
        <ShownImage key={blob} name={name} blob={blob} />
      ))}
    </article>
  ) : (
    <article className="card px-4 py-3" aria-label="Agent" data-turn={turn.state}>
      <Parts parts={turn.parts} />
      {turn.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {turn.error.message} <span className="text-soft">{turn.error.next}</span>
        </p>
      )}
      <footer className="mt-2 flex flex-wrap gap-x-2 whitespace-nowrap text-2xs text-faint">
        <span>{turn.state}</span>
        {turn.endedAt !== null && <span>{duration(turn.endedAt - turn.at)}</span>}
        {turn.usage.tokens > 0 && <span>{compact(turn.usage.tokens)} tokens</span>}
        {turn.usage.usd !== 0 && <span>cost {costOf(turn.usage.usd)}</span>}
        <Ago at={turn.at} />
      </footer>
    </article>
  );
