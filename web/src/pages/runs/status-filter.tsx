import type { ShownStatus } from '#contracts/run-header.ts';
import { SHOWN_STATUSES } from '#contracts/shown-statuses.ts';
import { cx } from '../../ui/cx.ts';

interface StatusFilterProps {
  readonly chosen: readonly ShownStatus[];
  change(chosen: readonly ShownStatus[]): void;
}

export function StatusFilter({ chosen, change }: StatusFilterProps) {
  const toggle = (status: ShownStatus): void =>
    change(chosen.includes(status) ? chosen.filter((each) => each !== status) : [...chosen, status]);
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Status</legend>
      {SHOWN_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
          className={cx(
            'h-7 rounded-full border px-2.5 text-xs font-medium',
            chosen.includes(status)
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-line text-soft hover:border-line-strong hover:text-ink',
          )}
        >
          {status}
        </button>
      ))}
    </fieldset>
  );
}
