import type { IconName } from '../ui/icon-paths.ts';

/**
 * A page of the window. The router, the navigation, keys, shortcuts, commands and the tests of all pages use this
 * table.
 */
export interface PageEntry {
  /** Parts that begin with `:` are passed to the page by that name. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly icon: IconName;
  /** Whether it is in the navigation. */
  readonly nav: boolean;
  /** The key that opens it, after `g`. */
  readonly key?: string;
  /** Its command, with further search words; null where there is none. */
  readonly command: { readonly label: string; readonly words: string } | null;
}

export const PAGES = {
  home: {
    path: '/',
    title: 'Home',
    icon: 'home',
    nav: true,
    key: 'h',
    command: { label: 'Go to home', words: 'start overview' },
  },
  start: {
    path: '/new',
    title: 'Start work',
    icon: 'play',
    nav: true,
    key: 'n',
    command: { label: 'Start work', words: 'new run plan spec question begin hybrid tdd gated pr init' },
  },
  approvals: {
    path: '/approvals',
    title: 'Approvals',
    icon: 'inbox',
    nav: true,
    key: 'a',
    command: { label: 'Go to approvals', words: 'questions permissions escalations inbox' },
  },
  review: {
    path: '/review',
    title: 'Review',
    icon: 'evidence',
    nav: true,
    key: 'v',
    command: { label: 'Go to review', words: 'diff code changes merged pr read findings' },
  },
  runs: {
    path: '/runs',
    title: 'Runs',
    icon: 'runs',
    nav: true,
    key: 'r',
    command: { label: 'Go to runs', words: 'list history' },
  },
  run: { path: '/runs/:run', title: 'Run', icon: 'runs', nav: false, command: null },
  chat: {
    path: '/chat',
    title: 'Chat',
    icon: 'chat',
    nav: true,
    key: 'c',
    command: { label: 'Go to chat', words: 'talk conversation' },
  },
  conversation: { path: '/chat/:chat', title: 'Chat', icon: 'chat', nav: false, command: null },
  knowledge: {
    path: '/knowledge',
    title: 'Knowledge',
    icon: 'book',
    nav: true,
    key: 'k',
    command: { label: 'Go to knowledge', words: 'search code symbol calls trust fresh review remember facts index' },
  },
  agents: {
    path: '/agents',
    title: 'Agents',
    icon: 'agent',
    nav: true,
    command: { label: 'Go to agents, skills and sources', words: 'skills sources mcp definitions helpers' },
  },
  tools: {
    path: '/tools',
    title: 'Tools',
    icon: 'tool',
    nav: true,
    command: { label: 'Run a tool', words: 'toolbelt belt preview read replace shell' },
  },
  connect: {
    path: '/connect',
    title: 'Connect',
    icon: 'link',
    nav: true,
    command: {
      label: 'Connect your agent',
      words: 'claude codex opencode gemini cursor mcp keys installed',
    },
  },
  example: {
    path: '/start',
    title: 'Watch it work',
    icon: 'play',
    nav: false,
    command: {
      label: 'Watch the example: a plan of two PRs',
      words: 'demo simulated start begin new gated pr',
    },
  },
  workspaces: {
    path: '/workspaces',
    title: 'Workspaces',
    icon: 'disk',
    nav: true,
    key: 'w',
    command: { label: 'Go to workspaces', words: 'disk space' },
  },
  preferences: {
    path: '/preferences',
    title: 'Preferences',
    icon: 'settings',
    nav: true,
    key: 'p',
    command: { label: 'Go to preferences', words: 'settings models keys permissions' },
  },
} as const satisfies Readonly<Record<string, PageEntry>>;

export type PageId = keyof typeof PAGES;

export const pageEntries = Object.entries<PageEntry>(PAGES) as [PageId, PageEntry][];

export interface PageFound {
  readonly id: PageId;
  readonly params: Readonly<Record<string, string>>;
}

/** The page at an address; null where there is none. */
export function pageAt(path: string): PageFound | null {
  const parts = partsOf(path);
  for (const [id, { path: pattern }] of pageEntries) {
    const wanted = partsOf(pattern);
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part.startsWith(':') || part === parts[index])) continue;
    const params = wanted.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), parts[index] ?? '']] : []));
    return { id, params: Object.fromEntries(params) };
  }
  return null;
}

const partsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
