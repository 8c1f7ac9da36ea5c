import { asSentence } from '#contracts/errors.ts';
import { clockTime } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { EvidenceList } from '../evidence/evidence-list.tsx';
import { openStepOf } from './gated-state.ts';
import { answersOf, type CallAnswered, isRefusal, type Stand } from './pr-snapshots.ts';
import { refusalWords } from './refusal-words.ts';

interface RefusalsProps {
  readonly stands: readonly Stand[];
  readonly simulated: boolean;
  choose(act: string): void;
}

/** Refused submissions, newest first: what was wrong, and the evidence. */
export function Refusals({ stands, simulated, choose }: RefusalsProps) {
  const refused = answersOf(stands).filter(isRefusal).toReversed();
  if (refused.length === 0) return null;
  return (
    <section aria-label="Refused">
      <h3 className="mb-2 text-xs font-semibold uppercase tracking-wide text-faint">Refused ({refused.length})</h3>
      <ol className="space-y-2">
        {refused.map((call) => (
          <li key={call.seq}>
            <RefusalCard call={call} simulated={simulated} choose={choose} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface RefusalCardProps {
  readonly call: CallAnswered;
  readonly simulated: boolean;
  choose?(act: string): void;
}

export function RefusalCard({ call: { at, act, before, answered }, simulated, choose }: RefusalCardProps) {
  const { reasons, output, evidence } = answered.answer;
  const { tampering, title } = refusalWords(reasons, simulated);
  const step = stepOf(before);
  return (
    <article
      data-refusal={tampering ? 'tampering' : 'measured'}
      className={cx(
        'overflow-hidden rounded-md border text-sm',
        tampering ? 'border-bad/50 bg-bad-soft' : 'border-line bg-raised',
      )}
    >
      <header className="flex items-baseline gap-2 px-3 pt-2">
        <Icon name="cross" size={13} className="self-center text-bad" />
        <h4 className="min-w-0 flex-1 break-words font-semibold text-bad">{title}</h4>
        <span className="shrink-0 text-2xs text-soft tabular">{clockTime(at)}</span>
      </header>
      <div className="space-y-1.5 px-3 pb-2.5 pt-1">
        {step && <p className="text-xs text-soft">at {step}</p>}
        <ul className="space-y-1">
          {reasons.map(({ code, message, next }) => (
            <li key={`${code} ${message}`} className="break-words">
              <span className="mr-1.5 font-mono text-2xs text-bad">{code}</span>
              {asSentence(message)} <span className="text-soft">{next}</span>
            </li>
          ))}
        </ul>
        {evidence.length > 0 && <EvidenceList found={evidence.map((ref) => ({ type: 'ref', ref }))} />}
        {evidence.length === 0 && output !== '' && !reasons.some(({ message }) => output.startsWith(message)) && (
          <details className="text-xs">
            <summary className="text-soft">Output</summary>
            <pre className="mt-1 whitespace-pre-wrap break-words font-mono text-2xs text-soft">{output}</pre>
          </details>
        )}
        {choose && (
          <button type="button" onClick={() => choose(act)} className="text-xs font-medium text-accent hover:underline">
            What it did next
          </button>
        )}
      </div>
    </article>
  );
}

export function stepOf(before: CallAnswered['before']): string | null {
  const open = before && openStepOf(before);
  const step = open && before.pr?.tasks[open.task]?.tdd_steps[open.step];
  return step ? `${step.type} ${step.description}` : null;
}
