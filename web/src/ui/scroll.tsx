import type { ReactNode, Ref } from 'react';

interface ScrollProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
  readonly testId?: string;
}

/**
 * A part of the page that scrolls by itself: reachable by key, so that it can be scrolled by key. Words for screen
 * readers inside it stay inside it: placed by the page, they would let the page scroll into blank space.
 */
export const Scroll = ({ label, className, children, ref, testId }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section ref={ref} aria-label={label} className={`relative ${className}`} data-testid={testId} tabIndex={0}>
    {children}
  </section>
);
