import { clockTime } from '../../lib/format.ts';
import type { StoryItem } from '../../run/gated/plan-story.ts';
import { RefusalCard } from '../../run/gated/refusals.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';

export const StoryList = ({ items }: { items: readonly StoryItem[] }) => (
  <ol className="space-y-2" data-testid="story">
    {items.map((item) => (
      <li key={`${item.seq} ${item.kind}`}>
        <Item item={item} />
      </li>
    ))}
  </ol>
);

function Item({ item }: { item: StoryItem }) {
  switch (item.kind) {
    case 'pr':
      return (
        <h2 className="flex flex-wrap items-baseline gap-x-2 pt-3 text-base font-semibold">
          {item.title}
          {item.branch && <span className="font-mono text-2xs font-normal text-faint">{item.branch}</span>}
        </h2>
      );
    case 'refused':
      return <RefusalCard call={item.call} simulated />;
    case 'merged':
      return (
        <p className="flex items-baseline gap-2 rounded-md border border-good/50 bg-good-soft px-3 py-2 font-medium text-good">
          <Icon name="check" size={14} className="self-center" />
          <span className="min-w-0 flex-1 break-words">Merged: {item.title}</span>
          <code className="font-mono text-2xs">{item.commit.slice(0, 10)}</code>
        </p>
      );
    case 'step':
      return (
        <p className="flex items-baseline gap-2 px-3 py-0.5 text-sm">
          <Icon
            name={item.tone === 'good' ? 'check' : 'dot'}
            size={14}
            className={cx('self-center', item.tone === 'good' ? 'text-good' : 'text-faint')}
          />
          <span className="min-w-0 flex-1 break-words">
            {item.text}
            {item.why && <span className="block text-xs text-soft">{item.why}</span>}
          </span>
          <span className="shrink-0 text-2xs text-faint tabular">{clockTime(item.at)}</span>
        </p>
      );
  }
}
