import { EXIT } from '#contracts/errors.ts';
import { openConflicts, resolveConflict } from '#knowledge/conflicts/conflicts.ts';
import { Firewall } from '#knowledge/firewall/firewall.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import type { Cli, JsonOption } from '../context.ts';

export interface ReviewOptions extends JsonOption {
  readonly approve?: number;
  readonly reject?: number;
  readonly settle?: number;
  readonly keep: 'newer' | 'trusted' | 'both';
}

/** What agents asked to remember and no check could confirm or deny: a person decides. */
export async function reviewCommand({ screen, env }: Cli, options: ReviewOptions): Promise<number> {
  const { approve, reject, settle, keep, json } = options;
  return withKnowledge(env, process.cwd(), async (knowledge) => {
    const { store, root, now } = knowledge;
    if (settle !== undefined) resolveConflict(knowledge, settle, `keep_${keep}`);
    const disputed = openConflicts(knowledge).map(({ id, kind, detail, a, b }) => {
      const texts = [...new Set([a, b])].map((node) => store.byId(node)?.text ?? '');
      return { id, kind, detail, texts };
    });
    const wall = new Firewall(store, root, now);
    if (approve !== undefined) wall.approve(approve, 'person');
    if (reject !== undefined) wall.reject(reject, 'person');
    const waiting = wall.queue();
    const counts = store.counters('firewall.');
    if (json) screen.json({ waiting, disputed, counts });
    else {
      for (const { id, fact, reasons } of waiting) {
        screen.out(`${screen.paint('bold', String(id))} ${fact.statement} ${screen.paint('dim', `(${fact.by})`)}`);
        for (const reason of reasons) screen.out(screen.paint('dim', `   ${reason}`));
      }
      for (const { id, kind, detail, texts } of disputed) {
        screen.out(`${screen.paint('bold', `conflict ${id}`)} ${kind}: ${detail}`);
        for (const text of texts) screen.out(screen.paint('dim', `   ${JSON.stringify(text.slice(0, 200))}`));
      }
      if (waiting.length + disputed.length === 0) screen.out('Nothing waits for review.');
      const told = Object.entries(counts).map(([name, n]) => `${n} ${name}`);
      if (told.length > 0) screen.out(screen.paint('dim', `so far: ${told.join(', ')}`));
    }
    return EXIT.done;
  });
}
