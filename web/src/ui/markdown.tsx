import { Suspense } from 'react';
import { lazyPage } from '../lib/lazy-page.ts';

const Rendered = lazyPage(() => import('./markdown-rendered.tsx'));

/** What an agent wrote. Until the parts to format it have come, it is shown as it is. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<p className="whitespace-pre-wrap break-words">{text}</p>}>
    <Rendered text={text} />
  </Suspense>
);
