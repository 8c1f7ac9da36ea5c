import type { Adapter } from './adapter.ts';
import { openaiChatBody, openaiChatFrames } from './openai-chat-reply.ts';
import { parseOpenaiChat } from './openai-chat-request.ts';
import { openaiErrors } from './openai-errors.ts';

/** OpenAI Chat Completions, which most other servers speak too. */
export const openaiChat: Adapter = {
  api: 'openai-chat',
  parse: (body) => parseOpenaiChat(body),
  body: openaiChatBody,
  frames: openaiChatFrames,
  ...openaiErrors,
};
