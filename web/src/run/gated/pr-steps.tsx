import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { GatedStateView } from './gated-state.ts';

const COLOURS: Readonly<Record<string, string>> = {
  RED: 'text-bad border-bad/50',
  GREEN: 'text-good border-good/50',
  REFACTOR: 'text-run border-run/50',
};

interface PrStepsProps {
  readonly state: GatedStateView;
  readonly open: { readonly task: number; readonly step: number } | null;
}

/** The tasks of the PR and their steps: proven, open, or failing. */
export const PrSteps = ({ state, open }: PrStepsProps) => (
  <section>
    <h3 className="mb-2 text-xs font-semibold uppercase tracking-wide text-faint">Steps</h3>
    {(state.pr?.tasks ?? []).length === 0 && <p className="text-sm text-soft">The agent has not drafted them yet.</p>}
    <ol className="space-y-3">
      {(state.pr?.tasks ?? []).map(({ taskName, tdd_steps, breakdownHistory }, task) => (
        <li key={taskName} className="card overflow-hidden">
          <p className="border-b border-line px-3 py-2 font-medium">{taskName}</p>
          {breakdownHistory && (
            <p className="border-b border-line bg-warn-soft px-3 py-1.5 text-xs text-warn">
              Cut smaller: {breakdownHistory.join('; ')}
            </p>
          )}
          <ol className="divide-y divide-line">
            {tdd_steps.map(({ type, description, status }, step) => {
              const isOpen = open?.task === task && open.step === step;
              const failing = isOpen && state.status === 'DEBUGGING';
              return (
                <li
                  key={`${type} ${description}`}
                  aria-current={isOpen ? 'step' : undefined}
                  className={cx(
                    'flex items-center gap-2.5 px-3 py-1.5',
                    isOpen && (failing ? 'bg-bad-soft' : 'bg-run-soft'),
                  )}
                >
                  <span
                    className={cx(
                      'w-[74px] shrink-0 rounded border text-center text-2xs font-semibold',
                      COLOURS[type] ?? 'text-soft',
                    )}
                  >
                    {type}
                  </span>
                  <span className="min-w-0 flex-1 break-words text-sm">{description}</span>
                  {status === 'DONE' && <Icon name="check" size={14} className="text-good" />}
                  <span className={cx('text-2xs', failing ? 'text-bad' : 'text-faint')}>
                    {status === 'DONE' ? 'proven' : failing ? 'failing' : isOpen ? 'open' : 'to do'}
                  </span>
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </ol>
  </section>
);
