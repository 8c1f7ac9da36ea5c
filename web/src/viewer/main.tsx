import './no-code.ts';
import '../styles/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EXPORT_ELEMENT, RunExport } from '#contracts/http/run-export.ts';
import { Viewer } from './viewer.tsx';

/** Draws the run in its file. If that fails, the plain text stays. */
const element = document.getElementById(EXPORT_ELEMENT);
const root = document.getElementById('root');
const parsed = RunExport.safeParse(JSON.parse(element?.textContent ?? 'null'));
if (root && parsed.success) {
  document.documentElement.dataset.mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  createRoot(root).render(
    <StrictMode>
      <Viewer data={parsed.data} />
    </StrictMode>,
  );
}
