import type { EvidenceRef, Verdict } from '#contracts/gate.ts';
import { TestEvidence } from '#contracts/test-run.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { CutText, ValueView } from '../../ui/payload-view.tsx';
import type { FoundEvidence } from '../evidence-in.ts';
import { jsonOr, useBlob } from '../source.tsx';
import { DiffView } from './diff-view.tsx';
import { TestRun } from './test-run.tsx';

export const EvidenceList = ({ found }: { found: readonly FoundEvidence[] }) => (
  <div className="space-y-2">
    {found.map((each, index) => (
      <div key={index}>
        {each.type === 'tests' && <TestRun evidence={each.evidence} />}
        {each.type === 'verdict' && <VerdictCard verdict={each.verdict} />}
        {each.type === 'ref' && <RefCard reference={each.ref} />}
      </div>
    ))}
  </div>
);

const VERDICTS = {
  accepted: { icon: 'check', tone: 'text-good' },
  refused: { icon: 'cross', tone: 'text-bad' },
  unmeasured: { icon: 'wait', tone: 'text-warn' },
} as const;

/** What a gate decided, and why. */
const VerdictCard = ({ verdict }: { verdict: Verdict }) => (
  <div className="rounded-md border border-line px-3 py-2 text-xs">
    <p className={cx('flex items-center gap-1.5 font-medium', VERDICTS[verdict.verdict].tone)}>
      <Icon name={VERDICTS[verdict.verdict].icon} size={13} />
      {verdict.gate}: {verdict.verdict}
    </p>
    {'reasons' in verdict && (
      <ul className="mt-1 space-y-1 text-soft">
        {verdict.reasons.map(({ code, message, next, file, line }) => (
          <li key={`${code} ${message}`} className="break-words">
            {file && (
              <span className="font-mono text-2xs">
                {file}
                {line !== undefined && `:${line}`}{' '}
              </span>
            )}
            {message} <span className="text-faint">{next}</span>
          </li>
        ))}
      </ul>
    )}
    {verdict.findings.map(({ file, line, severity, message }) => (
      <p key={`${file} ${line} ${message}`} className="mt-1 break-words text-soft">
        <span className="font-medium">{severity}</span>{' '}
        <span className="font-mono text-2xs">
          {file}:{line ?? '?'}
        </span>{' '}
        {message}
      </p>
    ))}
  </div>
);

function RefCard({ reference: { kind, summary, blob } }: { reference: EvidenceRef }) {
  return (
    <details className="rounded-md border border-line text-xs">
      <summary className="px-3 py-2">
        <span className="mr-1.5 rounded bg-sunken px-1 text-2xs text-soft">{kind}</span>
        {summary}
      </summary>
      <div className="border-t border-line p-2">
        <BlobEvidence kind={kind} hash={blob} />
      </div>
    </details>
  );
}

/** The content stored under a hash, shown by its kind. */
export function BlobEvidence({ kind, hash }: { kind: EvidenceRef['kind']; hash: string }) {
  const blob = useBlob(hash);
  if (blob.state === 'loading') return <p className="text-faint">Reading …</p>;
  if (blob.state === 'failed') return <p className="text-bad">{blob.why}</p>;
  const { text, cut } = blob.value;
  const tests = kind === 'tests' ? TestEvidence.safeParse(jsonOr(text)) : null;
  return (
    <>
      {tests?.success ? (
        <TestRun evidence={tests.data} />
      ) : patchIn(text) !== null ? (
        <DiffView text={patchIn(text) ?? ''} />
      ) : cut ? (
        <CutText hash={hash} first={blob.value} />
      ) : (
        <ValueView value={jsonOr(text)} />
      )}
      {cut && patchIn(text) !== null && (
        <p className="mt-1 text-2xs text-warn">Shortened: there is more than is shown here.</p>
      )}
    </>
  );
}

/** A diff as it is, or the one that a gate stored with the trees it compared. */
function patchIn(text: string): string | null {
  if (/^diff --git /m.test(text)) return text;
  const value = jsonOr(text);
  if (typeof value === 'string') return value;
  return value !== null && typeof value === 'object' && 'patch' in value && typeof value.patch === 'string'
    ? value.patch
    : null;
}
