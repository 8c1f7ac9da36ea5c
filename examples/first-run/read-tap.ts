export interface TestResult {
  readonly name: string;
  readonly ok: boolean;
}

/** The tests at the top level of a TAP report. One that was skipped or left to do has not passed. */
export function readTap(report: string): TestResult[] {
  return report.split('\n').flatMap((line) => {
    const [, not, name, directive] = /^(not )?ok \d+ - (.*?)(?: # (SKIP|TODO)\b.*)?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, ok: not === undefined && directive === undefined }];
  });
}
