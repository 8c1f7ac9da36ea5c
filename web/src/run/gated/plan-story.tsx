import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { repeatsOnce, type StoryItem } from './plan-story.ts';
import { refusalWords } from './refusal-words.ts';
import { stepOf } from './refusals.tsx';

interface PlanStoryProps {
  readonly items: readonly StoryItem[];
  /** The title that the page shows right above: for a single PR it is not repeated. */
  readonly shownAbove: string;
  readonly simulated: boolean;
  choose(act: string): void;
}

/** The story of the plan, one section per PR: its result, then each step. */
export function PlanStory({ items, shownAbove, simulated, choose }: PlanStoryProps) {
  const parts = partsOf(items);
  if (parts.length === 0) return null;
  return (
    <section aria-label="Story" className="space-y-4" data-testid="story">
      {parts.map(({ title, branch, merged, lines }) => (
        <div key={`${title} ${lines[0]?.seq ?? ''}`}>
          <h3
            className={cx(
              'flex flex-wrap items-baseline gap-x-2 font-semibold',
              parts.length === 1 && !merged && title === shownAbove && 'sr-only',
            )}
          >
            <span className={cx(parts.length === 1 && title === shownAbove && 'sr-only')}>{title}</span>
            {merged ? (
              <span className="text-sm font-medium text-good">
                {parts.length === 1 && title === shownAbove ? 'Merged as' : 'merged as'}{' '}
                <code className="font-mono text-2xs">{merged.slice(0, 10)}</code>
              </span>
            ) : (
              branch && <span className="font-mono text-2xs font-normal text-faint">{branch}</span>
            )}
          </h3>
          <ol className="mt-1 text-sm">
            {repeatsOnce(lines).map(({ item, times }) => (
              <li key={`${item.seq} ${item.kind}`}>
                <Line item={item} times={times} simulated={simulated} choose={choose} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

interface LineProps extends Omit<PlanStoryProps, 'items' | 'shownAbove'> {
  readonly item: StoryItem;
  readonly times: number;
}

function Line({ item, times, simulated, choose }: LineProps) {
  if (item.kind === 'refused') {
    const { answered, before, act } = item.call;
    const { title } = refusalWords(answered.answer.reasons, simulated);
    const why = answered.answer.reasons[0]?.message ?? '';
    return (
      <button
        type="button"
        onClick={() => choose(act)}
        className="flex min-h-6 w-full items-baseline gap-2 py-0.5 text-left text-bad hover:underline"
      >
        <Icon name="cross" size={13} className="shrink-0 self-center" />
        <span className="min-w-0 flex-1 break-words">
          {stepOf(before) ?? 'Work'} refused{times > 1 && ` ${times} times`}: {why}{' '}
          <span className="text-xs text-soft">({title})</span>
        </span>
      </button>
    );
  }
  if (item.kind !== 'step') return null;
  return (
    <p className="flex min-h-6 items-baseline gap-2 py-0.5" title={item.why}>
      <Icon
        name={item.tone === 'good' ? 'check' : 'dot'}
        size={13}
        className={cx('shrink-0 self-center', item.tone === 'good' ? 'text-good' : 'text-faint')}
      />
      <span className={cx('min-w-0 flex-1 break-words', item.tone !== 'good' && 'text-soft')}>{item.text}</span>
    </p>
  );
}

interface Part {
  readonly title: string;
  readonly branch: string | null;
  merged: string | null;
  readonly lines: StoryItem[];
}

/** A merge belongs to the PR with its title, though it is reported when the next one begins. */
function partsOf(items: readonly StoryItem[]): Part[] {
  const parts: Part[] = [];
  for (const item of items) {
    if (item.kind === 'pr') parts.push({ title: item.title, branch: item.branch, merged: null, lines: [] });
    else if (item.kind === 'merged') {
      const of = parts.findLast(({ title }) => title === item.title) ?? parts.at(-1);
      if (of) of.merged = item.commit;
    } else parts.at(-1)?.lines.push(item);
  }
  return parts;
}
