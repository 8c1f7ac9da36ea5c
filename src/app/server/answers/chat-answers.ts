import type { ChatService } from '#contracts/chat.ts';
import type { chatRoutes } from '#contracts/http/chat-routes.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import type { Handlers } from '../bind.ts';
import { HttpError } from '../http-error.ts';
import type { World } from '../world.ts';

export const chatAnswers = (world: World): Handlers<typeof chatRoutes> => ({
  chats: async () => ({ chats: await chatOf(world).list() }),
  newChat: async ({ body }) => chatOf(world).create(body),
  chat: async ({ params }) => chatOf(world).show(params.chat),
  chatPost: async ({ params, body }) => chatOf(world).post(params.chat, body.text),
  chatStop: async ({ params }) => ({ stopped: await chatOf(world).stop(params.chat) }),
  chatQueue: async ({ params }) => ({ queue: (await chatOf(world).show(params.chat)).queue }),
  chatUnqueue: async ({ params }) => ({ removed: await chatOf(world).unqueue(params.chat, params.message) }),
  chatsPermissions: async () => ({ permissions: [...(await chatOf(world).permissions())] }),
  chatPermissions: async ({ params }) => ({ permissions: [...(await chatOf(world).permissions(params.chat))] }),
  chatDecide: async ({ params, body }) => ({
    decided: await chatOf(world).decide(params.chat, params.permission, body),
  }),
});

export function chatOf({ chat }: World): ChatService {
  if (chat) return chat;
  throw new HttpError(501, HttpCode.notBuilt, 'This Assay has no chat yet.', 'Runs can be started and steered here.');
}
