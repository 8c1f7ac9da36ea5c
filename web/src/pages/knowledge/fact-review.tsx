import type { WaitingFact } from '#contracts/http/knowledge-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { Ago } from '../../ui/time.tsx';
import { Visible } from '../../ui/visible.tsx';

/** Facts that code could neither confirm nor deny, and contradictory notes. Only a person decides them. */
export function FactReview({ project, changed }: { project: string; changed(): void }) {
  const params = { project };
  const { data, error, reload } = useAnswer(ROUTES.waitingFacts, { params });
  const done = (): void => {
    reload();
    changed();
  };
  const decide = useAction(async (id: number, decision: 'approve' | 'reject') => {
    await call(ROUTES.decideFact, { params, body: { id, decision } });
    done();
  });
  const settle = useAction(async (id: number, keep: 'newer' | 'trusted' | 'both') => {
    await call(ROUTES.resolveDispute, { params, body: { id, keep } });
    done();
  });
  if (!data) return <ErrorNotice error={error} />;
  const { waiting, disputed } = data;
  return (
    <>
      <ErrorNotice error={decide.error ?? settle.error} />
      {waiting.length + disputed.length === 0 && (
        <div className="card">
          <Empty icon="inbox" title="Nothing waits for you">
            Facts that an agent wants to store are checked word for word. Wrong ones are refused; those that cannot be
            checked wait here for two weeks.
          </Empty>
        </div>
      )}
      {waiting.length > 0 && (
        <Section title="Facts to confirm">
          <ul className="card divide-y divide-line" data-testid="waiting">
            {waiting.map((fact) => (
              <WaitingRow
                key={fact.id}
                fact={fact}
                busy={decide.busy}
                decide={(way) => void decide.run(fact.id, way)}
              />
            ))}
          </ul>
        </Section>
      )}
      {disputed.length > 0 && (
        <Section title="Disagree">
          <ul className="card divide-y divide-line">
            {disputed.map(({ id, kind, detail, texts }) => (
              <li key={id} className="px-3.5 py-3">
                <p className="text-sm font-medium break-words">
                  {kind}: <Visible text={detail} />
                </p>
                {texts.map((text, index) => (
                  <p key={index} className="mt-1 text-xs text-soft break-words">
                    <Visible text={text} />
                  </p>
                ))}
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button disabled={settle.busy} onClick={() => void settle.run(id, 'newer')}>
                    Keep the newer
                  </Button>
                  <Button disabled={settle.busy} onClick={() => void settle.run(id, 'trusted')}>
                    Keep the more trusted
                  </Button>
                  <Button look="quiet" disabled={settle.busy} onClick={() => void settle.run(id, 'both')}>
                    Keep both
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

interface WaitingRowProps {
  readonly fact: WaitingFact;
  readonly busy: boolean;
  decide(way: 'approve' | 'reject'): void;
}

const WaitingRow = ({ fact: { statement, by, reasons, at }, busy, decide }: WaitingRowProps) => (
  <li className="px-3.5 py-3">
    <p className="text-sm font-medium break-words">
      <Visible text={statement} />
    </p>
    <ul className="mt-1 text-xs text-soft">
      {reasons.map((reason, index) => (
        <li key={index} className="break-words">
          <Visible text={reason} />
        </li>
      ))}
    </ul>
    <p className="mt-1 text-2xs text-faint">
      by {by}, <Ago at={at} />
    </p>
    <div className="mt-2 flex gap-2">
      <Button look="strong" icon="check" disabled={busy} onClick={() => decide('approve')}>
        Confirm
      </Button>
      <Button look="danger" icon="cross" disabled={busy} onClick={() => decide('reject')}>
        Refuse
      </Button>
    </div>
  </li>
);
