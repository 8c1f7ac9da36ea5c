import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** It is the only content of the page: its title is the page's heading. */
  readonly whole?: boolean;
  readonly children?: ReactNode;
}

/** Why there is nothing here, and what would change that. */
export const Empty = ({ icon, title, whole = false, children }: EmptyProps) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    <Icon name={icon} size={26} className="text-faint" />
    {whole ? <h1 className={TITLE}>{title}</h1> : <p className={TITLE}>{title}</p>}
    {children && <div className="mt-1 max-w-md text-sm text-soft">{children}</div>}
  </div>
);

const TITLE = 'mt-3 text-base font-medium';
