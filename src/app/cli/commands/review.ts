import { EXIT } from '#contracts/errors.ts';
import { Firewall } from '#knowledge/firewall/firewall.ts';
import { withKnowledge } from '../../knowledge/open-knowledge.ts';
import type { Cli, JsonOption } from '../context.ts';

export interface ReviewOptions extends JsonOption {
  readonly approve?: number;
  readonly reject?: number;
}

/** What agents wanted to be remembered and nothing could confirm or deny: a person decides. */
export async function review({ screen, env }: Cli, { approve, reject, json }: ReviewOptions): Promise<number> {
  return withKnowledge(env, process.cwd(), async ({ store, root, now }) => {
    const wall = new Firewall(store, root, now);
    if (approve !== undefined) wall.approve(approve, 'person');
    if (reject !== undefined) wall.reject(reject, 'person');
    const waiting = wall.queue();
    const counts = store.counters('firewall.');
    if (json) screen.json({ waiting, counts });
    else {
      for (const { id, fact, reasons } of waiting) {
        screen.out(`${screen.paint('bold', String(id))} ${fact.statement} ${screen.paint('dim', `(${fact.by})`)}`);
        for (const reason of reasons) screen.out(screen.paint('dim', `   ${reason}`));
      }
      if (waiting.length === 0) screen.out('Nothing waits for review.');
      const told = Object.entries(counts).map(([name, n]) => `${n} ${name}`);
      if (told.length > 0) screen.out(screen.paint('dim', `so far: ${told.join(', ')}`));
    }
    return EXIT.done;
  });
}
