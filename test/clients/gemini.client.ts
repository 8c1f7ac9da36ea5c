import { putToTheTest } from './put-to-the-test.ts';
import { gemini } from './subjects.ts';

await putToTheTest('gemini', gemini);
