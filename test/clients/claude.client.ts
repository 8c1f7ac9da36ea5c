import { putToTheTest } from './put-to-the-test.ts';
import { claude } from './subjects.ts';

await putToTheTest('claude', claude);
