import { Suspense } from 'react';
import { lazyPage } from '../lib/lazy-page.ts';

const Rendered = lazyPage(() => import('./markdown-rendered.tsx'));

/** An agent's text. Until the formatting code has loaded, it is shown as it is. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<p className="whitespace-pre-wrap break-words">{text}</p>}>
    <Rendered text={text} />
  </Suspense>
);
