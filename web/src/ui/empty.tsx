import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Nothing here, why, and what would bring something. */
export const Empty = ({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    <Icon name={icon} size={26} className="text-faint" />
    <p className="mt-3 text-base font-medium">{title}</p>
    {children && <div className="mt-1 max-w-md text-sm text-soft">{children}</div>}
  </div>
);
