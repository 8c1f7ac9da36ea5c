import { lazy, Suspense, useState } from 'react';
import { useConnection } from '../api/connection.ts';
import { linkRefused } from '../api/key.ts';
import { useFollowList } from '../api/live-list.ts';
import { navigate, usePlace } from '../lib/router.tsx';
import { useStore } from '../lib/store.ts';
import { HomePage } from '../pages/home/home-page.tsx';
import { RunsPage } from '../pages/runs/runs-page.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { said } from './announcer.ts';
import { ConnectionBanner } from './banner.tsx';
import { useOfferedExample } from './example.ts';
import { useHotkeys } from './hotkeys.ts';
import { useNotifications } from './notifications.ts';
import { Palette } from './palette.tsx';
import { useLoadPreferences, usePreferences } from './preferences.ts';
import { ShortcutsDialog } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

const RunPage = lazy(() => import('../pages/run/run-page.tsx'));
const ApprovalsPage = lazy(() => import('../pages/approvals/approvals-page.tsx'));
const WorkspacesPage = lazy(() => import('../pages/workspaces/workspaces-page.tsx'));
const ChatPage = lazy(() => import('../pages/chat/chat-page.tsx'));
const StartPage = lazy(() => import('../pages/start/start-page.tsx'));
const ConnectPage = lazy(() => import('../pages/connect/connect-page.tsx'));
const PreferencesPage = lazy(() => import('../pages/preferences/preferences-page.tsx'));

export function App() {
  const { path } = usePlace();
  const [over, setOver] = useState<'palette' | 'shortcuts' | null>(null);
  const { notifications } = usePreferences();
  useFollowList(notifications);
  useLoadPreferences();
  useNotifications();
  useOfferedExample();
  useHotkeys({
    'mod+k': () => setOver((open) => (open === 'palette' ? null : 'palette')),
    '?': () => setOver('shortcuts'),
    'g h': () => navigate('/'),
    'g a': () => navigate('/approvals'),
    'g r': () => navigate('/runs'),
    'g c': () => navigate('/chat'),
    'g w': () => navigate('/workspaces'),
    'g p': () => navigate('/preferences'),
  });
  return (
    <div className="flex h-full">
      <a
        href="#main"
        className="absolute left-2 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <Sidebar search={() => setOver('palette')} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBanner />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <ErrorBoundary key={path}>
            <Suspense fallback={null}>
              <CurrentPage />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Announcer />
      {over === 'palette' && <Palette close={() => setOver(null)} />}
      {over === 'shortcuts' && <ShortcutsDialog close={() => setOver(null)} />}
    </div>
  );
}

function CurrentPage() {
  const { path } = usePlace();
  const { phase, session } = useConnection();
  // Nothing to show yet, and the banner says why.
  if (phase === 'locked' && session === null) return <LockedOut />;
  const [first = '', second] = path.slice(1).split('/').map(decoded);
  if (path === '/') return <HomePage />;
  if (first === 'runs') return second ? <RunPage key={second} run={second} /> : <RunsPage />;
  if (first === 'approvals') return <ApprovalsPage />;
  if (first === 'workspaces') return <WorkspacesPage />;
  if (first === 'chat') return <ChatPage chat={second ?? null} />;
  if (first === 'start') return <StartPage />;
  if (first === 'connect') return <ConnectPage />;
  if (first === 'preferences') return <PreferencesPage />;
  return <Empty icon="search" title="There is no such page" />;
}

const LockedOut = () => (
  <Empty icon="link" title="Open the link from your terminal">
    {useStore(linkRefused) !== null && (
      <span role="alert" className="mb-2 block text-bad">
        {useStore(linkRefused)}
      </span>
    )}
    The first time a browser comes here it needs the link that <code className="font-mono">assay serve</code> prints. It
    works once, so that nobody can use it after you.
  </Empty>
);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const Announcer = () => (
  <p aria-live="polite" className="sr-only">
    {useStore(said)}
  </p>
);
