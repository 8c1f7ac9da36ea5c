import type { ReactNode } from 'react';
import type { ApiError } from '#contracts/http/call-route.ts';
import { cx } from './cx.ts';
import { WithCode } from './with-code.tsx';

const LOOKS = {
  info: 'border-line bg-sunken text-soft',
  warn: 'border-warn/40 bg-warn-soft text-warn',
  bad: 'border-bad/40 bg-bad-soft text-bad',
} as const;

export const Notice = ({ tone = 'info', children }: { tone?: keyof typeof LOOKS; children: ReactNode }) => (
  <div className={cx('rounded-md border px-3 py-2 text-sm', LOOKS[tone])}>{children}</div>
);

/** What went wrong, and what to do about it. */
export const ErrorNotice = ({ error }: { error: ApiError | null }) =>
  error && (
    <div role="alert">
      <Notice tone="bad">
        <span className="font-medium">{error.message}</span>
        {error.next && (
          <span className="mt-0.5 block text-soft">
            <WithCode text={error.next} />
          </span>
        )}
      </Notice>
    </div>
  );
