/** Prints how fast the sources under a folder (this repository's by default) are parsed and copied. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseText } from './parse-text.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../..');
const texts = globSync('**/*.ts', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'));
await parseText('', 'typescript'); // the grammar is loaded once
const before = process.cpuUsage();
let length = 0;
for (const text of texts) if ((await parseText(text, 'typescript')).ok) length += text.length;
const { user, system } = process.cpuUsage(before);
// CPU time: on a shared machine the wall clock measures the others.
const seconds = (user + system) / 1e6;
const megabytes = length / 1e6;
console.log(
  `${texts.length} files, ${megabytes.toFixed(2)} MB, ${seconds.toFixed(2)} s: ${(megabytes / seconds).toFixed(1)} MB/s`,
);
