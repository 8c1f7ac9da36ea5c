import type { ShellReport } from './schema.ts';

const STANDING = {
  no: '',
  '2024': ' (POSIX.1-2024; dash lacks it)',
  removed: ' (removed in POSIX.1-2024)',
  caution: ' (caution)',
};

/** The report for a person. */
export function shellReportText(report: ShellReport): string {
  return [
    verdictLine(report),
    ...report.findings.map(({ line, column, title, standing, text, instead, rewritable }) => {
      const help = rewritable ? '' : `\n    ${instead}`;
      return `  ${line}:${column} ${title}${STANDING[standing]}: ${markLineEnds(text)}${help}`;
    }),
    ...report.notUnderstood.map(
      ({ line, column, text }) => `  ${line}:${column} not understood: ${markLineEnds(text)}`,
    ),
    ...(report.leftOut === 0 ? [] : [`  and ${report.leftOut} more`]),
    ...(report.rewritten === null ? [] : ['Rewritten:', indent(report.rewritten)]),
    ...report.assumes.map((one) => `  provided that ${one}`),
    ...report.syntax.map(
      ({ shell, what, accepted, said }) =>
        `${shell} -n, ${what}: ${accepted ? 'accepted' : `refused${said ? `: ${markLineEnds(said)}` : ''}`}`,
    ),
  ].join('\n');
}

function verdictLine({ verdict, command, findings, rewritten, leftOut }: ShellReport): string {
  if (verdict === 'posix') return `POSIX: ${markLineEnds(command)}`;
  if (verdict === 'unsure') return 'Not fully understood; nothing was found in the rest. Ask the shells with verify.';
  const count = findings.filter(({ standing }) => standing !== 'caution').length;
  const what = `Not POSIX: ${count}${leftOut > 0 ? ' or more' : ''} ${count === 1 ? 'construct' : 'constructs'}`;
  return rewritten === null ? `${what}; not all can be rewritten automatically.` : `${what}; rewritten below.`;
}

const markLineEnds = (text: string): string => text.replaceAll('\n', '⏎');
const indent = (text: string): string => text.replace(/^/gm, '  ');
