import { asSentence } from '#contracts/errors.ts';
import { CHECKS, type CheckResult, type ProveReport } from '#workflows/prove/prove-report.ts';
import { VERDICTS } from './text.ts';

const SIGNS: Readonly<Record<CheckResult['outcome'], string>> = {
  proven: '✅ proven',
  refused: '❌ refused',
  unmeasured: '❔ unmeasured',
  waived: '⚠️ waived',
};

/** For the summary of a CI job, or a comment. Everything that the change itself wrote is quoted as code. */
export function markdownReport(reports: readonly ProveReport[]): string {
  return `${reports.map(oneReport).join('\n\n')}\n`;
}

function oneReport({ range, base, head, outcome, checks, tests, doubts, notes }: ProveReport): string {
  const reasons = checks.flatMap((check) =>
    (check.outcome === 'refused' || check.outcome === 'unmeasured') && check.required
      ? check.reasons.map(
          ({ code, message, next, file, line }) =>
            `- **${code}**${file === undefined ? '' : ` ${quoted(`${file}${line === undefined ? '' : `:${line}`}`)}`}: ${quoted(message)}  \n  ${escaped(asSentence(next))}`,
        )
      : [],
  );
  const waived = checks.flatMap((check) => (check.outcome === 'proven' ? [] : check.waived));
  return [
    `## assay prove: ${VERDICTS[outcome].words}`,
    `${quoted(range)}: ${quoted(base.commit.slice(0, 12))} → ${quoted(head.commit.slice(0, 12))}`,
    ...(checks.length === 0
      ? []
      : [
          [
            '| check | | asks whether |',
            '|---|---|---|',
            ...checks.map(
              (check) =>
                `| ${check.check} | ${check.required || check.outcome === 'proven' ? SIGNS[check.outcome] : 'not asked for'} | ${CHECKS[check.check]} |`,
            ),
          ].join('\n'),
        ]),
    ...(reasons.length === 0 ? [] : [`### Why\n\n${reasons.join('\n')}`]),
    ...(waived.length === 0
      ? []
      : [
          `### Waived\n\n${waived.map(({ reason, by, why }) => `- **${reason.code}** by ${quoted(by)}: ${quoted(why)} (${quoted(reason.message)})`).join('\n')}`,
        ]),
    ...(tests.proving.length === 0 ? [] : [details(`Proven by ${tests.proving.length} tests`, tests.proving)]),
    ...(doubts.length === 0 ? [] : [details(`${doubts.length} doubts for the reviewer`, doubts)]),
    ...notes.map(({ code, message }) => `> ${code}: ${escaped(message)}`),
  ].join('\n\n');
}

const details = (title: string, lines: readonly string[]): string =>
  `<details><summary>${title}</summary>\n\n${lines.map((line) => `- ${quoted(line)}`).join('\n')}\n\n</details>`;

/** In as many backticks as necessary, on one line. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const most = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(most + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

const escaped = (text: string): string => text.replaceAll(/[<>|[\]]/g, (sign) => `\\${sign}`);
