import { readImage } from '#code/image.ts';
import type { ChatService } from '#contracts/chat.ts';
import type { chatRoutes } from '#contracts/http/chat-routes.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import type { Handlers } from '../bind.ts';
import { HttpError } from '../http-error.ts';
import type { ServerContext } from '../server-context.ts';

export const chatAnswers = (serverContext: ServerContext): Handlers<typeof chatRoutes> => ({
  chats: async () => ({ chats: await chatOf(serverContext).list() }),
  newChat: async ({ body }) => chatOf(serverContext).create(body),
  chat: async ({ params, query }) => chatOf(serverContext).show(params.chat, query),
  chatSearch: async ({ query: { words, chat } }) => ({
    hits: await chatOf(serverContext).search(words, chat === undefined ? {} : { chat }),
  }),
  chatNote: async ({ params, body }) => chatOf(serverContext).note(params.chat, body),
  chatRemove: async ({ params }) => {
    await chatOf(serverContext).remove(params.chat);
    return { removed: true };
  },
  chatPost: async ({ params, body }) => chatOf(serverContext).post(params.chat, body.text),
  chatImage: async ({ params: { hash } }) => {
    // By its content: only an image is shown as one.
    const read = readImage(Buffer.from(await serverContext.runs.blobs.get(hash)));
    if (read.type !== 'image') throw new HttpError(404, HttpCode.notFound, 'There is no such image.');
    const { mediaType, base64 } = read.image;
    return { mediaType, base64 };
  },
  chatStop: async ({ params }) => ({ stopped: await chatOf(serverContext).stop(params.chat) }),
  chatQueue: async ({ params }) => ({ queue: (await chatOf(serverContext).show(params.chat)).queue }),
  chatUnqueue: async ({ params }) => ({ removed: await chatOf(serverContext).unqueue(params.chat, params.message) }),
  chatsPermissions: async () => ({ permissions: [...(await chatOf(serverContext).permissions())] }),
  chatPermissions: async ({ params }) => ({ permissions: [...(await chatOf(serverContext).permissions(params.chat))] }),
  chatDecide: async ({ params, body }) => ({
    decided: await chatOf(serverContext).decide(params.chat, params.permission, body),
  }),
});

export function chatOf({ chat }: ServerContext): ChatService {
  if (chat) return chat;
  throw new HttpError(501, HttpCode.notBuilt, 'This Assay has no chat yet.', 'Runs can be started and steered here.');
}
