import { useEffect } from 'react';
import { Preferences, type PreferencesChange } from '#contracts/http/preferences.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../api/call.ts';
import { useConnection } from '../api/connection.ts';
import { Store, useStore } from '../lib/store.ts';
import { applyTheme } from './look.ts';

const preferences = new Store<Preferences>({ ...Preferences.parse({}), ...kept() });
preferences.subscribe(() => applyTheme(preferences.get()));
applyTheme(preferences.get());

export const usePreferences = (): Preferences => useStore(preferences);

/** Who answers in new conversations and work; left out where the choice is Assay's. */
export const preferredAgent = ({ model, backend }: Preferences): { model?: string; backend?: string } => ({
  ...(model === null ? {} : { model }),
  ...(backend === null ? {} : { backend }),
});

/** The server's are authoritative; they are read whenever it is reached again. */
export function useLoadPreferences(): void {
  const { generation, phase } = useConnection();
  // A new generation means that they may have changed.
  useEffect(() => {
    if (phase !== 'open') return;
    call(ROUTES.preferences, {}).then(preferences.set, () => undefined);
  }, [generation, phase]);
}

/** Shown at once, and reverted if the server refuses. */
export async function changePreferences(change: PreferencesChange): Promise<void> {
  const before = preferences.get();
  const { permissions, ...rest } = change;
  preferences.set(Preferences.parse({ ...before, ...rest, permissions: { ...before.permissions, ...permissions } }));
  try {
    preferences.set(await call(ROUTES.setPreferences, { body: change }));
  } catch (thrown) {
    preferences.set(before);
    throw thrown;
  }
}

/** The last known ones, until the server has answered: nothing jumps. */
function kept(): Partial<Preferences> {
  const { preset = 'assay', dense } = document.documentElement.dataset;
  const look = { preset, dense: dense === 'true' };
  try {
    const theme = Preferences.shape.theme.safeParse(JSON.parse(localStorage.getItem('assay.look') ?? '{}').theme);
    return { ...look, theme: theme.data ?? 'system' };
  } catch {
    return look;
  }
}
