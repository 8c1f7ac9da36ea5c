import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/processes.ts';
import { DEFENCES } from './defences.ts';

// The attacks themselves run in `npm run test:defences`. A defence or a title that was reworded is noticed here, at once.

describe('X9.9 each defence', () => {
  it.for(DEFENCES.map((defence) => [defence.attack, defence] as const))(
    'stands once in the file that names it, and so does its test: %s',
    ([
      ,
      {
        takenOut,
        test: [file, title],
      },
    ]) => {
      for (const [source, defence] of takenOut)
        expect(read(source).split(defence), `${source} has this once: ${defence}`).toHaveLength(2);
      const titles = [...read(file).matchAll(/^\s*(?:it|describe)\S*\((?:'|`)(.*)/gm)].map(([, line = '']) => line);
      expect(titles, file).toContainEqual(expect.stringContaining(title));
    },
  );
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
