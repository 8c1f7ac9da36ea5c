import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'plain' | 'strong' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

const LOOKS = {
  plain: 'border border-line-strong bg-raised text-ink hover:bg-hover',
  strong: 'border border-transparent bg-accent text-on-accent hover:brightness-110',
  quiet: 'border border-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'border border-line-strong bg-raised text-bad hover:bg-bad-soft',
} as const;

export const Button = ({ look = 'plain', icon, busy = false, children, disabled, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={disabled || busy}
    className={cx(
      'inline-flex h-7 items-center justify-center gap-1.5 whitespace-nowrap rounded-md text-sm font-medium transition-colors disabled:opacity-55',
      children === undefined ? 'w-7' : 'px-2.5',
      LOOKS[look],
    )}
  >
    {icon && <Icon name={icon} size={14} />}
    {children}
  </button>
);
