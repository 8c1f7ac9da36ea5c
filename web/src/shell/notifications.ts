import { useEffect, useRef } from 'react';
import { useLiveList } from '../api/live-list.ts';
import { navigate } from '../lib/router.tsx';
import { usePreferences } from './preferences.ts';
import { setBadge } from './title.ts';

/** Tells a person that something waits for them: as a count always, as a notification where they said so. */
export function useNotifications(): void {
  const { needs, known } = useLiveList();
  const { notifications } = usePreferences();
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (!known) return;
    setBadge(needs);
    const isNews = before.current !== null && needs > before.current;
    before.current = needs;
    if (!isNews || !notifications || !document.hidden) return;
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const shown = new Notification('Assay needs you', {
      body: needs === 1 ? 'One thing waits for your answer.' : `${needs} things wait for your answer.`,
      tag: 'assay.needs',
      icon: '/icon.svg',
    });
    shown.onclick = () => {
      window.focus();
      navigate('/approvals');
      shown.close();
    };
  }, [needs, known, notifications]);
}

/** @returns whether notifications may be shown */
export const askForNotifications = async (): Promise<boolean> =>
  'Notification' in window && (await Notification.requestPermission()) === 'granted';
