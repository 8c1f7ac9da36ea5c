import { Fragment } from 'react';
import { cx } from '../../ui/cx.ts';

const PATH: readonly { readonly label: string; readonly statuses: readonly string[] }[] = [
  { label: 'Draft', statuses: ['INITIALIZING'] },
  { label: 'Branch', statuses: ['CREATING_BRANCH'] },
  { label: 'Test-driven steps', statuses: ['EXECUTING_TDD', 'DEBUGGING', 'REPLANNING'] },
  { label: 'Review', statuses: ['CODE_REVIEW'] },
  { label: 'Squash', statuses: ['AWAITING_FINALIZATION', 'FINALIZE_COMPLETE'] },
  { label: 'Plan', statuses: ['PLAN_UPDATED'] },
  { label: 'Merge', statuses: ['MERGING_BRANCH'] },
  { label: 'Done', statuses: ['PLAN_DONE'] },
];

const DETOURS: Readonly<Record<string, string>> = {
  DEBUGGING: 'The last attempt was refused; the agent looks for the cause.',
  REPLANNING: 'The agent cuts the task smaller.',
  HALTED: 'Stopped here: a person is asked.',
};

/** The states of a gated PR in order, and its current one, or the one in which it halted. */
export function StatusLine({ status, haltedFrom }: { status: string; haltedFrom: string | null }) {
  const at = PATH.findIndex(({ statuses }) => statuses.includes(haltedFrom ?? status));
  const detour = DETOURS[status];
  return (
    <div className="card px-4 py-3">
      <ol className="flex flex-wrap items-center gap-y-2" aria-label="States of the PR">
        {PATH.map(({ label }, index) => (
          <Fragment key={label}>
            {index > 0 && (
              <li aria-hidden="true" className={cx('mx-1.5 h-px w-5', index <= at ? 'bg-good' : 'bg-line-strong')} />
            )}
            <li
              aria-current={index === at ? 'step' : undefined}
              className={cx(
                'rounded-full border px-2.5 py-0.5 text-xs font-medium',
                index === at && detour === undefined && index < PATH.length - 1 && 'border-run bg-run-soft text-run',
                index === at && detour !== undefined && 'border-warn bg-warn-soft text-warn',
                (index < at || (index === at && index === PATH.length - 1)) &&
                  'border-transparent bg-good-soft text-good',
                (index > at || at < 0) && 'border-line text-faint',
              )}
            >
              {label}
            </li>
          </Fragment>
        ))}
      </ol>
      {detour && <p className="mt-2 text-xs text-warn">{detour}</p>}
    </div>
  );
}
