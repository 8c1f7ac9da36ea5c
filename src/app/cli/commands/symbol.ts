import { EXIT } from '#contracts/errors.ts';
import { graphNeighbours, type ReachedNode } from '#knowledge/graph/traverse.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { knownPlaceOf, lookUp, placeLabelOf } from '#knowledge/tools/look-up.ts';
import type { Cli, JsonOption } from '../context.ts';
import { refresh } from './index-code.ts';

const MOST = 20;

/** Where something is defined, what it calls and what calls it. */
export async function symbol({ screen, env }: Cli, wanted: string, { json }: JsonOption): Promise<number> {
  return withKnowledge(env, process.cwd(), async (knowledge) => {
    await refresh(screen, knowledge);
    const found = lookUp(knowledge, wanted).map((node) => ({
      name: placeLabelOf(node),
      kind: node.kind,
      place: knownPlaceOf(node),
      signature: String(node.meta.signature ?? ''),
      calls: graphNeighbours(knowledge.store, node.id, { way: 'out', kinds: ['calls'], limit: MOST }).map(toPlace),
      calledBy: graphNeighbours(knowledge.store, node.id, { way: 'in', kinds: ['calls'], limit: MOST }).map(toPlace),
    }));
    if (json) screen.json({ symbols: found });
    else
      for (const one of found) {
        screen.out(`${screen.paint('bold', one.name)} ${screen.paint('dim', `${one.kind}, ${one.place}`)}`);
        if (one.signature) screen.outAsIs(`  ${one.signature}`);
        for (const [label, places] of [
          ['calls', one.calls],
          ['called by', one.calledBy],
        ] as const)
          if (places.length > 0)
            screen.out(
              `  ${label}: ${places.map(({ name, place, guessed }) => `${guessed ? 'perhaps ' : ''}${name} (${place})`).join(', ')}`,
            );
      }
    return EXIT.done;
  });
}

const toPlace = ({ node, guessed }: ReachedNode) => ({ name: placeLabelOf(node), place: knownPlaceOf(node), guessed });
