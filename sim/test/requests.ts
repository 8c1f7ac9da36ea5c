import type { SimContext, SimRequest } from '../types.ts';

export const request = (more: Partial<SimRequest> = {}): SimRequest => ({
  api: 'anthropic',
  model: 'm',
  stream: false,
  system: '',
  messages: [{ role: 'user', text: 'hello', thinking: '', toolCalls: [], toolResults: [] }],
  lastUserText: 'hello',
  tools: [],
  schema: null,
  thinking: false,
  maxTokens: null,
  wantsUsage: true,
  turn: 1,
  cacheable: 0,
  conversation: 'c',
  attempt: 1,
  headers: {},
  ...more,
});

export const context = (more: Partial<SimContext> = {}): SimContext => ({
  call: 1,
  conversationCall: 1,
  signal: new AbortController().signal,
  ...more,
});
