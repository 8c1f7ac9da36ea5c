import './styles/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ROUTES } from '#contracts/http/routes.ts';
import { suspect } from './api/connection.ts';
import { enterByLink } from './api/key.ts';
import { askEarly } from './api/use-answer.ts';
import { App } from './shell/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place to draw in');
await enterByLink();
suspect();
prefetch();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** A run's page, its data and the graph's code are fetched in parallel. */
function prefetch(): void {
  const [, run] = /^\/runs\/([^/]+)$/.exec(location.pathname) ?? [];
  if (run === undefined) return;
  void import('./pages/run/run-page.tsx');
  void import('./run/graph/graph-canvas.tsx');
  askEarly(ROUTES.run, { params: { run: decodeURIComponent(run) } });
}
