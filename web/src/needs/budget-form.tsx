import { useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import { BUDGET_LIMITS, type Budget, type BudgetLimit } from '#contracts/usage.ts';
import { useAction } from '../api/use-action.ts';
import { useAnswer } from '../api/use-answer.ts';
import { compact, duration, money } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { raiseBudget } from './acts.ts';
import type { NeedFormProps } from './need-form-props.ts';

const NAMES: Readonly<Record<BudgetLimit, string>> = {
  usd: 'US dollars',
  tokens: 'tokens',
  attempts: 'attempts',
  seconds: 'seconds of work',
};

const SPENT: Readonly<Record<BudgetLimit, (value: number) => string>> = {
  usd: money,
  tokens: compact,
  attempts: String,
  seconds: (value) => duration(value * 1_000),
};

/** New limits; the used-up ones are raised by half by default. */
export function BudgetForm({ need, done }: NeedFormProps) {
  const { data } = useAnswer(ROUTES.run, { params: { run: need.run }, query: { moments: 1 } });
  const [typed, setTyped] = useState<Partial<Record<BudgetLimit, string>>>({});
  const limits = BUDGET_LIMITS.filter((limit) => data?.budget[limit] !== undefined);
  const limitOf = (limit: BudgetLimit): string => typed[limit] ?? suggested(limit, data?.budget[limit] ?? 0);
  const raise = useAction(async () => {
    const budget: Budget = Object.fromEntries(limits.map((limit) => [limit, Number(limitOf(limit))]));
    await raiseBudget(need, budget);
    done();
  });
  if (!data) return null;
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-[auto_auto_1fr] items-center gap-x-3 gap-y-2">
        {limits.map((limit) => (
          <div key={limit} className="contents">
            <span className="text-soft">{NAMES[limit]}</span>
            <Input
              type="number"
              min={0}
              step="any"
              aria-label={`New limit: ${NAMES[limit]}`}
              value={limitOf(limit)}
              onChange={(event) => setTyped({ ...typed, [limit]: event.target.value })}
            />
            <span className="text-xs text-faint">
              {SPENT[limit](data.view.spent[limit])} of {SPENT[limit](data.budget[limit] ?? 0)} used
            </span>
          </div>
        ))}
      </div>
      <Button look="strong" busy={raise.busy} onClick={() => void raise.run()}>
        Set the limits and continue
      </Button>
      <ErrorNotice error={raise.error} />
    </div>
  );
}

function suggested(limit: BudgetLimit, now: number): string {
  const more = now * 1.5;
  return limit === 'usd' ? more.toFixed(2) : String(Math.ceil(more));
}
