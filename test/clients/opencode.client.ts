import { putToTheTest } from './put-to-the-test.ts';
import { opencode } from './subjects.ts';

await putToTheTest('opencode', opencode);
