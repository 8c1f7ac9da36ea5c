import type { ReactNode } from 'react';
import { useTitle } from '../shell/title.ts';

interface PageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A page with its heading. */
export function Page({ title, intro, actions, children, wide = false }: PageProps) {
  useTitle(title);
  return (
    <div className={`mx-auto w-full px-6 pb-16 pt-6 max-[900px]:px-4 ${wide ? 'max-w-[1240px]' : 'max-w-[980px]'}`}>
      <header className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {intro && <p className="mt-0.5 text-sm text-soft">{intro}</p>}
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export const Section = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section className="mb-7">
    <div className="mb-2 flex items-center justify-between gap-3">
      <h2 className="text-xs font-semibold uppercase tracking-wide text-faint">{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);
