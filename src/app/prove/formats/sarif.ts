import type { Refusal } from '#contracts/gate.ts';
import { CHECKS, type ProveReport } from '#workflows/prove/prove-report.ts';

/** SARIF 2.1.0, for code scanning: reasons as errors (waived ones are suppressed), doubts as notes. */
export function sarifReport(reports: readonly ProveReport[], version: string): string {
  const results = reports.flatMap(resultsOf);
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'assay', semanticVersion: version, rules: rules.map((id) => ({ id, name: id })) },
        },
        results,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultsOf({ checks, doubts, head }: ProveReport) {
  const found = checks.flatMap((check) => {
    const level = check.outcome === 'refused' && check.required ? 'error' : 'warning';
    const reasons =
      (check.outcome === 'refused' || check.outcome === 'unmeasured') && check.required ? check.reasons : [];
    const waived = check.outcome === 'proven' ? [] : check.waived;
    return [
      ...reasons.map((reason) => resultOf(reason, level, CHECKS[check.check])),
      ...waived.map(({ reason, by, why }) => ({
        ...resultOf(reason, 'warning', CHECKS[check.check]),
        suppressions: [{ kind: 'external', status: 'accepted', justification: `${by}: ${why}` }],
      })),
    ];
  });
  const noted = doubts.map((message) => ({
    ...resultOf(
      { code: 'DOUBT', message, next: 'Look at it in the review.', ...placeIn(message) },
      'note',
      'for the reviewer',
    ),
  }));
  return [...found, ...noted].map((result) => ({
    ...result,
    properties: { ...result.properties, commit: head.commit },
  }));
}

/** A doubt begins with its place, if it has one. */
function placeIn(message: string): { file?: string; line?: number } {
  const [, file, line] = /^([\w@./-]+\.\w+)(?::(\d+))?[: ]/.exec(message) ?? [];
  return file === undefined ? {} : { file, ...(line === undefined ? {} : { line: Number(line) }) };
}

const resultOf = (
  { code, message, next, file, line }: Refusal,
  level: 'error' | 'warning' | 'note',
  check: string,
) => ({
  ruleId: code,
  level,
  message: { text: `${message}\n${next}` },
  properties: { check },
  // Code scanning shows nothing without a place: findings about no file are about the repository.
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: (file ?? '.').split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
        region: { startLine: Math.max(1, line ?? 1) },
      },
    },
  ],
});
