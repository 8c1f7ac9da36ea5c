import { navigate } from '../lib/router.tsx';
import type { IconName } from '../ui/icon.tsx';
import { pageEntries } from './page-table.ts';
import { changePreferences } from './preferences.ts';
import { startExample } from './start-example.ts';

interface Command {
  readonly label: string;
  /** Further search words for it. */
  readonly words: string;
  readonly icon: IconName;
  go(): void;
}

const theme = (label: string, icon: IconName, value: 'light' | 'dark' | 'system'): Command => ({
  label,
  words: 'theme mode colours appearance',
  icon,
  go: () => void changePreferences({ theme: value }).catch(() => undefined),
});

const density = (label: string, dense: boolean): Command => ({
  label,
  words: 'density space compact appearance',
  icon: 'runs',
  go: () => void changePreferences({ dense }).catch(() => undefined),
});

export const COMMANDS: readonly Command[] = [
  ...pageEntries.flatMap(([, { command, icon, path }]) =>
    command === null ? [] : [{ ...command, icon, go: () => navigate(path) }],
  ),
  {
    label: 'Start the example run',
    words: 'demo simulated begin new',
    icon: 'play',
    go: () => void startExample(false).catch(() => undefined),
  },
  {
    label: 'Start the example run (it ends with a question)',
    words: 'demo simulated ask approve',
    icon: 'play',
    go: () => void startExample(true).catch(() => undefined),
  },
  density('Dense rows', true),
  density('Roomy rows', false),
  theme('Light theme', 'sun', 'light'),
  theme('Dark theme', 'moon', 'dark'),
  theme('Theme of the system', 'sun', 'system'),
];
