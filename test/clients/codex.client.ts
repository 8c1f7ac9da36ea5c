import { putToTheTest } from './put-to-the-test.ts';
import { codex } from './subjects.ts';

await putToTheTest('codex', codex);
