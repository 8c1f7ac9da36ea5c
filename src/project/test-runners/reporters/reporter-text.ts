import { programText } from '#host/program-text.ts';

/** One of our reporters as text: it runs inside the project's own runner, and writes its report to `out`. */
export function reporterText(name: string, out: string): string {
  const parts = programText(new URL('./programs/report-parts.cjs', import.meta.url));
  const imports = name.endsWith('.mjs') ? MODULE : REQUIRED;
  return programText(new URL(`./programs/${name}`, import.meta.url), {
    PARTS: `${imports}const OUT = ${JSON.stringify(out)};\n${parts}`,
  });
}

const MODULE = `import { renameSync, writeFileSync } from 'node:fs';\nimport { inspect } from 'node:util';\n`;
const REQUIRED = `const { renameSync, writeFileSync } = require('node:fs');\nconst { inspect } = require('node:util');\n`;
