import { Suspense, useState } from 'react';
import { useConnection } from '../api/connection.ts';
import { linkRefused } from '../api/key.ts';
import { useFollowList } from '../api/live-list.ts';
import { Link, navigate, usePlace } from '../lib/router.tsx';
import { useStore } from '../lib/store.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { said } from './announcer.ts';
import { ConnectionBanner } from './banner.tsx';
import { useOfferedExample } from './example.ts';
import { useHotkeys } from './hotkeys.ts';
import { useNotifications } from './notifications.ts';
import { pageAt, pageEntries } from './page-table.ts';
import { VIEWS } from './page-views.tsx';
import { Palette } from './palette.tsx';
import { useLoadPreferences, usePreferences } from './preferences.ts';
import { ShortcutsDialog } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

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
    ...GO_TO,
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
            <Suspense fallback={<Loading />}>
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
  // Nothing to show yet; the banner says why.
  if (phase === 'locked' && session === null) return <LockedOut />;
  const found = pageAt(path);
  if (!found)
    return (
      <Empty whole icon="search" title="Page not found">
        <Link to="/" className="text-accent hover:underline">
          Go to home
        </Link>
      </Empty>
    );
  const View = VIEWS[found.id];
  return <View params={found.params} />;
}

/** `g` and a letter: to a page. */
const GO_TO = Object.fromEntries(
  pageEntries.flatMap(([, { key, path }]) => (key === undefined ? [] : [[`g ${key}`, () => navigate(path)]])),
);

/** Shown only after a while: the page's code is requested repeatedly until it arrives. */
const Loading = () => <p className="late p-6 text-sm text-soft">Loading this page …</p>;

const LockedOut = () => (
  <Empty whole icon="link" title="Open the link from your terminal">
    {useStore(linkRefused) !== null && (
      <span role="alert" className="mb-2 block text-bad">
        {useStore(linkRefused)}
      </span>
    )}
    The first time a browser comes here it needs the link that <code className="font-mono">assay serve</code> prints. It
    works once, so that nobody can use it after you.
  </Empty>
);

const Announcer = () => (
  <p aria-live="polite" className="sr-only">
    {useStore(said)}
  </p>
);
