import { navigate } from '../lib/router.tsx';
import type { IconName } from '../ui/icon.tsx';
import { changePreferences } from './preferences.ts';
import { startExample } from './start-example.ts';

interface Command {
  readonly label: string;
  /** What else it may be looked for by. */
  readonly words: string;
  readonly icon: IconName;
  go(): void;
}

const page = (label: string, words: string, icon: IconName, to: string): Command => ({
  label,
  words,
  icon,
  go: () => navigate(to),
});

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
  page('Go to home', 'start overview', 'home', '/'),
  page('Go to approvals', 'questions permissions escalations inbox', 'inbox', '/approvals'),
  page('Go to runs', 'list history', 'runs', '/runs'),
  page('Go to chat', 'talk conversation', 'chat', '/chat'),
  page('Connect your agent', 'claude codex opencode gemini cursor mcp keys installed', 'link', '/connect'),
  page('Watch the example: a plan of two PRs', 'demo simulated start begin new gated pr', 'play', '/start'),
  page('Go to workspaces', 'disk space', 'disk', '/workspaces'),
  page('Go to preferences', 'settings models keys permissions', 'settings', '/preferences'),
  {
    label: 'Start the example run',
    words: 'demo simulated begin new',
    icon: 'play',
    go: () => void startExample(false).catch(() => undefined),
  },
  {
    label: 'Start the example run, with a question at its end',
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
