import type { RefusalReason } from './gated-state.ts';

/** Why a gate refused, and what is possible now. */
export const Reasons = ({ reasons, output }: { reasons: readonly RefusalReason[]; output?: string }) => (
  <div className="rounded-md border border-bad/40 bg-bad-soft px-3 py-2 text-sm">
    <ul className="space-y-1">
      {reasons.map(({ code, message, next, file, line }) => (
        <li key={`${code} ${message}`} className="break-words">
          {file && (
            <span className="font-mono text-xs text-soft">
              {file}
              {line !== undefined && `:${line}`}{' '}
            </span>
          )}
          <span className="text-bad">{message}</span> <span className="text-soft">{next}</span>
        </li>
      ))}
    </ul>
    {output && (
      <details className="mt-1.5 text-xs">
        <summary className="text-soft">Output</summary>
        <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap break-words font-mono text-2xs text-soft">
          {output}
        </pre>
      </details>
    )}
  </div>
);
