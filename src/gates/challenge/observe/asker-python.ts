import type { AskerOptions } from './asker-javascript.ts';
import { watchProgram } from './programs.ts';

/** Calls the project's functions, as the text of a Python module: `ask(orders)`. */
export const askerPython = ({ nonce, pipe }: AskerOptions): string =>
  [
    watchProgram('values.py'),
    `OUT = Writer(${JSON.stringify(pipe)}, ${JSON.stringify(nonce)})\n`,
    watchProgram('asking.py'),
  ].join('\n');

/** A program of its own; `folder` contains the module above. */
export const plainPython = (folder: string): string => `import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
import a
sys.path.pop(0)
sys.path.insert(0, a.ROOT)
a.ask(json.load(open(${JSON.stringify(`${folder}/o.json`)})))
`;

export const controlPython = (folder: string): string => `import json
import sys


def test_asks():
    sys.path.insert(0, ${JSON.stringify(folder)})
    import a
    sys.path.pop(0)
    a.ask(json.load(open(${JSON.stringify(`${folder}/o.json`)})))
`;
