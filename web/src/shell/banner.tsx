import type { ReactNode } from 'react';
import { lastServerAnswer, useConnection } from '../api/connection.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Ago } from '../ui/time.tsx';

/** Says when the page may be out of date, and what happens next. */
export function ConnectionBanner() {
  const { phase, outdated, session } = useConnection();
  if (phase === 'gone') {
    return (
      <Bar icon="break" tone="bg-warn-soft text-warn border-warn/40" id="gone">
        <strong className="font-semibold">The server does not answer.</strong> What you see is from{' '}
        <Ago at={lastServerAnswer()} />. Runs it drove are safe in their log. This page comes back by itself once{' '}
        <code className="font-mono">assay serve</code> runs again.
      </Bar>
    );
  }
  if (phase === 'locked') {
    return (
      <Bar icon="link" tone="bg-ask-soft text-ask border-ask/40" id="locked">
        <strong className="font-semibold">This browser is not signed in.</strong> Open the link that{' '}
        <code className="font-mono">assay serve</code> printed{session ? ' when it was started again' : ''}; it works
        once. This page then goes on by itself.
      </Bar>
    );
  }
  if (!outdated) return null;
  return (
    <Bar icon="refresh" tone="bg-accent-soft text-accent border-line" id="outdated">
      Assay was updated. <Button onClick={() => location.reload()}>Reload the page</Button>
    </Bar>
  );
}

const Bar = ({ icon, tone, id, children }: { icon: IconName; tone: string; id: string; children: ReactNode }) => (
  <div role="status" data-banner={id} className={`flex items-center gap-2.5 border-b px-5 py-2 text-sm ${tone}`}>
    <Icon name={icon} />
    <p>{children}</p>
  </div>
);
