/** Rewrites a file for ever with blocks of one letter each; the test kills it at any moment. */
import { writeFileAtomic } from '../atomic-file.ts';

const path = process.argv[2] ?? '';
for (let n = 0; ; n++) {
  await writeFileAtomic(path, String.fromCharCode(97 + (n % 26)).repeat(2_000_000));
  if (n === 2) process.stdout.write('started\n');
}
