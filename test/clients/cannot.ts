import type { BackendSubject } from '#agents/test/subject.ts';
import type { ClientName } from './clients.ts';

type Cannot = BackendSubject['cannot'];

const OVER_ACP = {
  'turn-limit': 'the protocol does not report model calls',
  'token-limit': 'the protocol reports tokens only at the end of a prompt, if at all',
  'usd-limit': 'the protocol reports costs only at the end of a prompt, if at all',
} satisfies Cannot;

/** What the real clients cannot do, and why. The suite skips these visibly; docs/agents-real.md lists them. */
export const CANNOT: Readonly<Record<ClientName, Cannot>> = {
  claude: {
    price: 'it guesses the price of an unknown model; Assay learns only afterwards that it is unknown',
    'turn-limit': 'it stops at its limit without a final turn for the model',
  },
  codex: {
    streaming: 'it reports a text only when it is complete',
    permission: 'it has no approval callback: Assay asks once, before it starts',
    'turn-limit': 'it neither reports model calls nor limits them',
  },
  claudeAcp: {
    ...OVER_ACP,
    cost: 'it does not report tokens',
    'taking-back': 'it retries without streaming and does not send the new text to its client',
  },
  gemini: {
    ...OVER_ACP,
    cost: 'it does not report tokens',
    'cut-stream': 'it gives up; the attempt fails as retryable',
  },
  opencode: {
    ...OVER_ACP,
    price: 'it uses its own prices, and reports its cost only afterwards',
    cost: 'it reports only the tokens of its last call',
    'taking-back': 'it appends the new text to the broken one',
  },
};
