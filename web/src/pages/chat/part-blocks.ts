import { activitiesOf, type ChatActivity, type TurnPart } from '#contracts/chat-turn.ts';

type Block =
  | Extract<TurnPart, { type: 'text' }>
  | { readonly type: 'activities'; readonly id: string; readonly activities: readonly ChatActivity[] };

/** Pure. Consecutive actions without text are one block; a helper's actions stay under its call, wherever they came. */
export function inBlocks(parts: readonly TurnPart[]): Block[] {
  const all = activitiesOf({ parts });
  const byId = new Map(all.map((activity) => [activity.id, activity]));
  const topOf = (id: string): string => {
    const parent = byId.get(id)?.parent ?? null;
    return parent !== null && byId.has(parent) && parent !== id ? topOf(parent) : id;
  };
  const under = Map.groupBy(all, ({ id }) => topOf(id));
  const blocks: Block[] = [];
  for (const part of parts) {
    if (part.type === 'text') blocks.push(part);
    else if (topOf(part.id) === part.id) {
      const last = blocks.at(-1);
      const activities = under.get(part.id) ?? [];
      if (last?.type !== 'activities') blocks.push({ type: 'activities', id: part.id, activities });
      else blocks[blocks.length - 1] = { ...last, activities: [...last.activities, ...activities] };
    }
  }
  return blocks;
}
