import { EXIT } from '#contracts/errors.ts';
import { graphNeighbours } from '#knowledge/graph/traverse.ts';
import { withKnowledge } from '#knowledge/open-knowledge.ts';
import { knownPlaceOf, lookUp, placeLabelOf } from '#knowledge/tools/look-up.ts';
import type { Cli, JsonOption } from '../context.ts';
import { refresh } from './index-code.ts';

export interface DepsOptions extends JsonOption {
  readonly way: 'out' | 'in';
  readonly depth: number;
}

/** What something imports and calls, or what imports and calls it. */
export async function deps({ screen, env }: Cli, wanted: string, { way, depth, json }: DepsOptions): Promise<number> {
  return withKnowledge(env, process.cwd(), async (knowledge) => {
    await refresh(screen, knowledge);
    const reached = lookUp(knowledge, wanted).flatMap(({ id }) =>
      graphNeighbours(knowledge.store, id, {
        way,
        depth: Math.min(depth, 10),
        kinds: ['imports', 'calls'],
        limit: 500,
      }),
    );
    const rows = reached.map(({ node, depth: step, by, guessed }) => ({
      name: placeLabelOf(node),
      place: knownPlaceOf(node),
      kind: node.kind,
      by,
      depth: step,
      guessed,
    }));
    if (json) screen.json({ of: wanted, rows });
    else if (rows.length === 0)
      screen.out(
        way === 'out'
          ? 'It imports and calls nothing that is known here.'
          : 'Nothing that is known here imports or calls it.',
      );
    else
      for (const row of rows)
        screen.out('  '.repeat(row.depth - 1) + told(row, way, (text) => screen.paint('dim', text)));
    return EXIT.done;
  });
}

interface Linked {
  readonly name: string;
  readonly kind: string;
  readonly place: string;
  readonly by: string;
  readonly guessed: boolean;
}

/** `imports src/a.ts` and `calls b  src/b.ts:3-9` one way, `src/a.ts imports it` the other. */
function told({ name, kind, place, by, guessed }: Linked, way: 'out' | 'in', dim: (text: string) => string): string {
  const verb = `${guessed ? 'perhaps ' : ''}${by}`;
  const where = kind === 'package' ? dim('  package') : kind === 'file' ? '' : `  ${dim(place)}`;
  return way === 'out' ? `${verb} ${name}${where}` : `${name} ${verb} it${where}`;
}
