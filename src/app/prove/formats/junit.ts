import { CHECKS, type CheckResult, type ProveReport } from '#workflows/prove/prove-report.ts';

/** Each check is a test case, which every CI can show. */
export function junitReport(reports: readonly ProveReport[]): string {
  const suites = reports.map(suiteOf);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay prove">\n${suites.join('\n')}\n</testsuites>\n`;
}

function suiteOf({ range, checks, durationMs }: ProveReport): string {
  const count = (outcome: CheckResult['outcome']): number =>
    checks.filter((check) => check.outcome === outcome && check.required).length;
  const skipped = checks.filter((check) => isSkipped(check)).length;
  const head = `<testsuite name="${xml(range)}" tests="${checks.length}" failures="${count('refused')}" errors="${count('unmeasured')}" skipped="${skipped}" time="${(durationMs / 1000).toFixed(3)}">`;
  return [`  ${head}`, ...checks.map(caseOf), '  </testsuite>'].join('\n');
}

const isSkipped = (check: CheckResult): boolean =>
  check.outcome === 'waived' || (!check.required && check.outcome !== 'proven');

function caseOf(check: CheckResult): string {
  const open = `    <testcase classname="assay.${check.check}" name="${xml(CHECKS[check.check])}" time="0"`;
  if (check.outcome === 'proven') return `${open}/>`;
  const reasons = check.outcome === 'waived' ? check.waived.map(({ reason }) => reason) : check.reasons;
  const text = reasons
    .map(({ code, message, next, file, line }) => {
      const at = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`;
      return `${code}${at}: ${message}\n  next: ${next}`;
    })
    .join('\n');
  const tag = isSkipped(check) ? 'skipped' : check.outcome === 'refused' ? 'failure' : 'error';
  const type = tag === 'skipped' ? '' : ` type="${xml(reasons[0]?.code ?? '')}"`;
  return `${open}>\n      <${tag} message="${xml(reasons[0]?.message ?? '')}"${type}>${xml(text)}</${tag}>\n    </testcase>`;
}

/** Characters that XML cannot represent are shown as unknown. */
const xml = (text: string): string =>
  [...text.toWellFormed()]
    .map((sign) => (isFit(sign.codePointAt(0) ?? 0) ? sign : '\ufffd'))
    .join('')
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const isFit = (code: number): boolean =>
  code >= 0x20 ? code !== 0xfffe && code !== 0xffff : code === 0x9 || code === 0xa || code === 0xd;
