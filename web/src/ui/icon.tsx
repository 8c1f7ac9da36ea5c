import { cx } from './cx.ts';

import { type IconName, PATHS } from './icon-paths.ts';

export type { IconName };

/** A small picture beside words: never the only carrier of information. */
export const Icon = ({ name, className, size = 16 }: { name: IconName; className?: string; size?: number }) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    className={cx('shrink-0', className)}
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'dot' || name === 'more' ? 3 : 1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
