import { useEffect, useRef } from 'react';
import type { Need } from '#contracts/http/needs.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../api/call.ts';
import { useLiveList } from '../api/live-list.ts';
import { navigate } from '../lib/router.tsx';
import { usePreferences } from './preferences.ts';
import { setBadge } from './title.ts';

/** Tells a person that something waits for them: always as a count, and as a notification if they enabled that. */
export function useNotifications(): void {
  const { needs, known } = useLiveList();
  const { notifications } = usePreferences();
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (!known) return;
    setBadge(needs);
    const isNews = before.current !== null && needs > before.current;
    before.current = needs;
    // A person who looks at the page sees it anyway.
    if (isNews && notifications && permission() === 'granted' && isAway()) void tell(needs);
  }, [needs, known, notifications]);
}

/** Behind another tab, or another program. */
const isAway = (): boolean => document.hidden || !document.hasFocus();

const LONGEST = 140;

async function tell(count: number): Promise<void> {
  const need = await call(ROUTES.needs, {}).then(
    ({ needs }) => newest(needs),
    () => null,
  );
  const others = count - 1;
  const more = others > 0 ? ` (and ${others} more)` : '';
  const shown = new Notification(need ? `${need.title} needs you` : 'Assay needs you', {
    body: need ? `${need.text.slice(0, LONGEST)}${more}` : `${count} waiting for your answer.`,
    // One at a time, over all tabs.
    tag: 'assay.needs',
    icon: '/icon.svg',
  });
  shown.onclick = () => {
    window.focus();
    navigate(need ? `/approvals?need=${encodeURIComponent(need.id)}` : '/approvals');
    shown.close();
  };
}

const newest = (needs: readonly Need[]): Need | null => needs.toSorted((a, b) => b.at - a.at)[0] ?? null;

/** This browser's permission for notifications; `denied` where it has none. */
export const permission = (): NotificationPermission => ('Notification' in window ? Notification.permission : 'denied');

/** Only ever called on a click. @returns whether notifications may be shown */
export const askForNotifications = async (): Promise<boolean> =>
  'Notification' in window && (await Notification.requestPermission()) === 'granted';
