import { putToTheTest } from './put-to-the-test.ts';
import { claudeAcp } from './subjects.ts';

await putToTheTest('claudeAcp', claudeAcp);
