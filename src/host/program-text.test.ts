import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { programText, shellText } from './program-text.ts';
import { tempFolder } from './testing/temp-folder.ts';

function file(text: string): URL {
  const path = join(tempFolder(), 'program');
  writeFileSync(path, text);
  return pathToFileURL(path);
}

describe('a program in a file of its own', () => {
  it('gets its values in quotes, after comment signs and within names', () => {
    const text = "put('__NAME__');\n// __MORE__\n\tK__KEY__n++\n__OTHER__";
    const values = { NAME: '"a$&"', MORE: 'one();\ntwo();', KEY: 'k7' };
    expect(programText(file(text), values)).toBe('put("a$&");\none();\ntwo();\n\tKk7n++\n__OTHER__');
  });

  it('loses its comments when it is passed to a shell, but none of its values', () => {
    const text = "#!/bin/sh\n# why\nset -e\n  # within\n# __PART__\necho '__WORDS__' # stays\n";
    const values = { PART: "cat <<'.'\n# kept\n.", WORDS: "'# kept too'" };
    expect(shellText(file(text), values)).toBe("set -e\ncat <<'.'\n# kept\n.\necho '# kept too' # stays\n");
  });
});
