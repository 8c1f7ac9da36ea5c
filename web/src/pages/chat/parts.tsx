import type { TurnPart } from '#contracts/chat-turn.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Activities } from './activities.tsx';
import { inBlocks } from './part-blocks.ts';

/** Text and actions, in order. */
export const Parts = ({ parts }: { parts: readonly TurnPart[] }) =>
  inBlocks(parts).map((block) =>
    block.type === 'text' ? (
      block.text !== '' && <Markdown key={block.id} text={block.text} />
    ) : (
      <Activities key={block.id} activities={block.activities} />
    ),
  );
