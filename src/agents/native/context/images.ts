import type { ModelImage, ModelMessage, ToolAnswer } from '#contracts/model.ts';

/** Of one conversation, newest first: providers refuse a call with more or larger ones. */
const MOST_IMAGES = 12;
const MOST_CHARS = 16 * 1024 * 1024;

const GONE = '[An image was shown here and is put away; ask for it again where it is needed.]';

export const imagesOf = (message: ModelMessage): readonly ModelImage[] => {
  if (message.role === 'user') return message.images ?? [];
  return message.role === 'tool' ? message.results.flatMap(({ images = [] }) => images) : [];
};

/** The same within the limits: the oldest images are removed, with a note. */
export function boundImages(messages: readonly ModelMessage[]): ModelMessage[] {
  let count = 0;
  let chars = 0;
  const fits = (image: ModelImage): boolean => {
    count += 1;
    chars += image.base64.length;
    return count <= MOST_IMAGES && chars <= MOST_CHARS;
  };
  return messages
    .toReversed()
    .map((message): ModelMessage => {
      if (imagesOf(message).length === 0) return message;
      if (message.role === 'user') return message.images?.every(fits) ? message : withoutImages(message);
      if (message.role !== 'tool') return message;
      const results = message.results.map((result) =>
        result.images === undefined || result.images.every(fits) ? result : blind(result),
      );
      return results.every((result, at) => result === message.results[at]) ? message : { ...message, results };
    })
    .toReversed();
}

function withoutImages({ role, text }: Extract<ModelMessage, { role: 'user' }>): ModelMessage {
  return { role, text: `${text}\n${GONE}` };
}

function blind({ images: _, ...result }: ToolAnswer): ToolAnswer {
  return { ...result, output: typeof result.output === 'string' ? `${result.output}\n${GONE}` : GONE };
}
