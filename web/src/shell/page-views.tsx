import type { ComponentType } from 'react';
import { lazyPage } from '../lib/lazy-page.ts';
import { HomePage } from '../pages/home/home-page.tsx';
import type { PageFound, PageId } from './page-table.ts';

type PageView = ComponentType<{ readonly params: PageFound['params'] }>;

const RunPage = lazyPage(() => import('../pages/run/run-page.tsx'));
const ChatPage = lazyPage(() => import('../pages/chat/chat-page.tsx'));

/** The view of each page: a missing one does not compile. */
export const VIEWS: Readonly<Record<PageId, PageView>> = {
  home: HomePage,
  start: lazyPage(() => import('../pages/new/new-page.tsx')),
  approvals: lazyPage(() => import('../pages/approvals/approvals-page.tsx')),
  review: lazyPage(() => import('../pages/review/review-page.tsx')),
  runs: lazyPage(() => import('../pages/runs/runs-page.tsx')),
  run: ({ params: { run = '' } }) => <RunPage key={run} run={run} />,
  chat: () => <ChatPage chat={null} />,
  conversation: ({ params: { chat = '' } }) => <ChatPage chat={chat} />,
  knowledge: lazyPage(() => import('../pages/knowledge/knowledge-page.tsx')),
  agents: lazyPage(() => import('../pages/agents/agents-page.tsx')),
  tools: lazyPage(() => import('../pages/tools/tools-page.tsx')),
  connect: lazyPage(() => import('../pages/connect/connect-page.tsx')),
  example: lazyPage(() => import('../pages/start/start-page.tsx')),
  workspaces: lazyPage(() => import('../pages/workspaces/workspaces-page.tsx')),
  preferences: lazyPage(() => import('../pages/preferences/preferences-page.tsx')),
};
