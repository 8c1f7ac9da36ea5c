import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Firewall } from '#knowledge/firewall/firewall.ts';
import { ingest } from '#knowledge/ingest/ingest.ts';
import { Knowledge } from '#knowledge/knowledge.ts';
import type { Attacked, SaidFact } from './facts.ts';

export interface Attempted {
  readonly said: SaidFact;
  readonly isTrue: boolean;
  readonly outcome: 'stored' | 'queued' | 'blocked';
  readonly reasons: readonly string[];
}

/** Says all of it to the firewall of a project that was indexed as any other. */
export async function attack(attacked: Attacked, root: string, database: string): Promise<Attempted[]> {
  const knowledge = new Knowledge(root, database);
  try {
    await knowledge.index();
    const { document } = attacked;
    await ingest(knowledge.store, {
      source: document,
      kind: 'doc',
      trust: 'official_docs',
      documents: [
        {
          id: document,
          bytes: readFileSync(join(root, document)),
          type: document.endsWith('.md') ? 'markdown' : 'text',
        },
      ],
    });
    const wall = new Firewall(knowledge.store, root, knowledge.now);
    const say =
      (isTrue: boolean) =>
      (said: SaidFact): Attempted => {
        const { outcome, reasons } = wall.submit({
          statement: said.statement,
          references: [...said.references],
          by: 'a model',
        });
        return { said, isTrue, outcome, reasons };
      };
    return [...attacked.holds.map(say(true)), ...attacked.invented.map(say(false))];
  } finally {
    knowledge.close();
  }
}
