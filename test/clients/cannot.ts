import type { BackendSubject } from '#agents/test/subject.ts';
import type { ClientName } from './clients.ts';

type Cannot = BackendSubject['cannot'];

const OVER_ACP = {
  'turn-limit': 'the protocol does not tell model calls',
  'token-limit': 'the protocol tells tokens only at the end of a prompt, if at all',
  'usd-limit': 'the protocol tells costs only at the end of a prompt, if at all',
} satisfies Cannot;

/** What the real clients cannot do, and why. The suite leaves it out in view; docs/agents-real.md shows it. */
export const CANNOT: Readonly<Record<ClientName, Cannot>> = {
  claude: {
    price: 'it prices an unknown model by a guess, which is reported as unknown only afterwards',
    'turn-limit': 'it stops at its limit without a last word to the model',
  },
  codex: {
    streaming: 'it tells a text only when it is whole',
    permission: 'it has no approval callback: asked once, before it starts',
    'turn-limit': 'it does not tell its model calls, nor stop after some',
  },
  claudeAcp: {
    ...OVER_ACP,
    cost: 'it does not tell its tokens',
    'taking-back': 'it asks again without a stream, and then tells its client nothing of the new text',
  },
  gemini: {
    ...OVER_ACP,
    cost: 'it does not tell its tokens',
    'cut-stream': 'it gives up; the attempt fails as worth another try',
  },
  opencode: {
    ...OVER_ACP,
    price: 'it has prices of its own, and tells what it spent only afterwards',
    cost: 'it tells the tokens of its last call only',
    'taking-back': 'it tells the new text right behind what broke off, as one',
  },
};
