import type { DoctorFinding } from '#contracts/http/machine-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { WithCode } from '../../ui/with-code.tsx';

/** What was found on this machine, and what is missing. */
export function Found({ groups = ['agents'] }: { groups?: readonly DoctorFinding['group'][] }) {
  const { data, error } = useAnswer(ROUTES.doctor, {});
  if (error && !data) return <ErrorNotice error={error} />;
  const checks = data ? groups.flatMap((wanted) => data.checks.filter(({ group }) => group === wanted)) : null;
  return (
    <div className="card overflow-hidden" aria-busy={checks === null}>
      {checks === null ? (
        <p className="px-3.5 py-3 text-soft">Checking what is installed …</p>
      ) : (
        <ul className="divide-y divide-line">
          {checks.map((check) => (
            <li key={`${check.group} ${check.name}`}>
              <Finding check={check} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const SIGN = {
  ok: { icon: 'check', tone: 'text-good', label: 'found' },
  absent: { icon: 'dot', tone: 'text-faint', label: 'not found' },
  bad: { icon: 'cross', tone: 'text-bad', label: 'has a problem' },
} as const;

const Finding = ({ check: { name, state, seen, next } }: { check: DoctorFinding }) => (
  <div className="grid grid-cols-[18px_150px_minmax(0,1fr)] items-baseline gap-2.5 px-3.5 py-2">
    <span className={`self-center ${SIGN[state].tone}`}>
      <Icon name={SIGN[state].icon} size={15} />
      <span className="sr-only">{SIGN[state].label}</span>
    </span>
    <span className="font-medium">{name}</span>
    <span className="min-w-0 text-soft">
      <span className="break-words">
        <WithCode text={seen} />
      </span>
      {next && (
        <span className="block text-xs text-faint">
          <WithCode text={next} />
        </span>
      )}
    </span>
  </div>
);
