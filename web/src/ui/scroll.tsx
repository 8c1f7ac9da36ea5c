import type { ReactNode, Ref } from 'react';

interface ScrollProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
  readonly testId?: string;
}

/**
 * A part of the page that scrolls by itself, and can be focused for scrolling with the keyboard. Screen reader text
 * inside it stays inside it: positioned by the page, it would let the page scroll into blank space.
 */
export const Scroll = ({ label, className, children, ref, testId }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section ref={ref} aria-label={label} className={`relative ${className}`} data-testid={testId} tabIndex={0}>
    {children}
  </section>
);
