import { CHECKS, type CheckResult, type ProveReport } from '#workflows/prove/prove-report.ts';
import { pad } from '../../cli/fit.ts';
import type { Paint, Style } from '../../cli/screen.ts';
import { durationText, plural } from '../../cli/words.ts';

export const VERDICTS: Readonly<Record<ProveReport['outcome'], { readonly words: string; readonly style: Style }>> = {
  proven: { words: 'proven', style: 'green' },
  'nothing-to-prove': { words: 'no code changed: nothing to prove', style: 'green' },
  refused: { words: 'refused', style: 'red' },
  unmeasured: { words: 'not proven: something could not be measured', style: 'yellow' },
};

const MARKS: Readonly<Record<CheckResult['outcome'], { readonly mark: string; readonly style: Style }>> = {
  proven: { mark: '✓', style: 'green' },
  refused: { mark: '✗', style: 'red' },
  unmeasured: { mark: '?', style: 'yellow' },
  waived: { mark: '~', style: 'yellow' },
};

/** The report as people read it. */
export function textReport(report: ProveReport, paint: Paint): string[] {
  const { words, style } = VERDICTS[report.outcome];
  const { base, head, commits, tests } = report;
  return [
    `${paint('bold', report.range)}  ${plural(commits.length, 'commit')} over ${base.commit.slice(0, 12)}, head ${head.commit.slice(0, 12)}`,
    ...report.notes.map(({ code, message }) => paint('dim', `  note ${code}: ${message}`)),
    ...report.checks.flatMap((check) => checkLines(check, paint)),
    ...(tests.proving.length > 0 ? [`  proven by ${plural(tests.proving.length, 'test')}:`] : []),
    ...some(tests.proving).map((name) => paint('dim', `    ${name}`)),
    ...(report.doubts.length > 0 ? ['  for the reviewer:'] : []),
    ...some(report.doubts).map((doubt) => paint('dim', `    ${doubt}`)),
    `${paint(style, words)}  ${paint('dim', durationText(report.durationMs))}`,
    ...(report.outcome === 'refused'
      ? [paint('dim', '  A person lets a reason pass by name: --waive CODE --why "…"')]
      : []),
  ];
}

const MOST = 8;

const some = (lines: readonly string[]): string[] =>
  lines.length <= MOST ? [...lines] : [...lines.slice(0, MOST), `… and ${lines.length - MOST} more (--json has all)`];

function checkLines(check: CheckResult, paint: Paint): string[] {
  const { mark, style } = MARKS[check.outcome];
  const notAsked = check.outcome === 'unmeasured' ? check.reasons.find(({ code }) => code === 'NOT_ASKED') : undefined;
  const said =
    check.outcome === 'proven' ? check.seen : check.required ? (notAsked?.message ?? check.outcome) : 'not asked for';
  const head = `  ${paint(style, mark)} ${pad(check.check, 9)}  ${CHECKS[check.check]}  ${paint('dim', said)}`;
  const reasons = check.outcome === 'refused' || check.outcome === 'unmeasured' ? check.reasons : [];
  const waived = check.outcome === 'proven' ? [] : check.waived;
  // Unmeasured parts need no more words than that.
  const shown = check.required ? reasons.filter(({ code }) => code !== 'NOT_ASKED') : [];
  return [
    head,
    ...shown
      .slice(0, MOST)
      .flatMap(({ code, message, next, file, line }) => [
        `      ${paint(style, code)} ${file === undefined || message.startsWith(file) ? '' : `${file}${line === undefined ? '' : `:${line}`}: `}${message}`,
        paint('dim', `        next: ${next}`),
      ]),
    ...(shown.length > MOST ? [`      … and ${shown.length - MOST} more (--json has all)`] : []),
    ...waived.map(({ reason, by, why }) =>
      paint('dim', `      waived ${reason.code} by ${by}: ${why} (${reason.message})`),
    ),
  ];
}
