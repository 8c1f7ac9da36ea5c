import type { ReactNode } from 'react';
import { clockTime } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

interface FoldableProps {
  readonly icon: IconName;
  readonly tone: string;
  readonly kind: string;
  readonly at: number;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly below?: ReactNode;
  readonly open: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  toggle(): void;
}

/** One line that opens. */
export const Foldable = ({
  icon,
  tone,
  kind,
  at,
  title,
  aside,
  below,
  open,
  className,
  children,
  toggle,
}: FoldableProps) => (
  <div className={cx('px-4 py-[2px]', className)} data-entry={kind}>
    <button
      type="button"
      aria-expanded={open}
      onClick={toggle}
      className="flex w-full items-center gap-2 rounded py-0.5 text-left text-xs hover:bg-hover"
    >
      <Icon name={icon} size={14} className={tone} />
      <span className="min-w-0 flex-1 truncate">{title}</span>
      <span className="shrink-0 text-2xs text-faint tabular" title={clockTime(at)}>
        {aside}
      </span>
    </button>
    {below}
    {open && <div className="space-y-2 py-1.5 pl-[22px]">{children}</div>}
  </div>
);

export const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <p className="mb-0.5 text-2xs font-semibold uppercase tracking-wide text-faint">{name}</p>
    {children}
  </div>
);

export const firstFilledLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? '';
