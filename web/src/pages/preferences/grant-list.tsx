import { ROUTES } from '#contracts/http/routes.ts';
import { type Grant, ruleText } from '#contracts/permission.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Ago } from '../../ui/time.tsx';

/** Every answer that outlives its attempt, and a way to revoke it. */
export function GrantList() {
  const { data, error, reload } = useAnswer(ROUTES.grants, {});
  const revoke = useAction(async (grant: string) => {
    await call(ROUTES.revokeGrant, { params: { grant } });
    reload();
  });
  const grants = data?.grants ?? [];
  return (
    <div className="card">
      <ErrorNotice error={error ?? revoke.error} />
      {data && grants.length === 0 && (
        <p className="px-4 py-3 text-sm text-soft">
          No answers are remembered. An answer for a run, a conversation or a project appears here.
        </p>
      )}
      <ul className="divide-y divide-line" aria-label="Remembered answers">
        {grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="break-words font-mono text-xs">{ruleText(grant.rule)}</p>
              <p className="break-words text-xs text-faint">
                {holderWords(grant)} · <Ago at={grant.at} />
              </p>
            </div>
            <Button look="danger" busy={revoke.busy} onClick={() => void revoke.run(grant.id)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const holderWords = ({ scope, holder }: Grant): string =>
  scope === 'project' && !holder.startsWith('/')
    ? holder
    : `${scope === 'project' ? 'project' : 'run or conversation'} ${holder}`;
