import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Tally } from './tally.ts';

// Vitest's own JSON report leaves out why a test was skipped, and files that failed to load have no test to count.

/** Writes the run's tally to the file that ASSAY_TALLY names. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const path = process.env.ASSAY_TALLY;
    if (path === undefined) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const tally: Tally = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: [
        ...tests.filter((test) => test.result().state === 'failed').map(nameOf),
        ...tests.filter((test) => test.result().state === 'pending').map((test) => `${nameOf(test)} (did not end)`),
        ...modules.filter(failedByItself).map((module) => `${module.relativeModuleId} (the file itself)`),
        ...unhandled.map(({ message }) => `outside any test: ${message.split('\n', 1)[0] ?? ''}`),
      ],
      skipped: tests.flatMap((test) => {
        const result = test.result();
        return result.state === 'skipped' ? [{ name: nameOf(test), reason: result.note }] : [];
      }),
    };
    writeFileSync(path, JSON.stringify(tally));
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;

/** It did not load, or a hook of it failed: red, though none of its tests is. */
function failedByItself(module: TestModule): boolean {
  if (module.state() !== 'failed') return false;
  return ![...module.children.allTests('failed')].length;
}
