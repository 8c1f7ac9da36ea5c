import { useState } from 'react';
import type { TestCase, TestEvidence, TestState } from '#contracts/test-run.ts';
import { duration, plural } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useBlob } from '../source.tsx';

const MOST = 300;

const STATES: Readonly<Record<TestState, { icon: IconName; tone: string }>> = {
  passed: { icon: 'check', tone: 'text-good' },
  failed: { icon: 'cross', tone: 'text-bad' },
  skipped: { icon: 'stop', tone: 'text-faint' },
  todo: { icon: 'dot', tone: 'text-faint' },
};

/** One test run of a gate: the command, every test by name, the output. */
export function TestRun({ evidence }: { evidence: TestEvidence }) {
  const { command, tests, outcome, exitCode, durationMs, tree, output, runner } = evidence;
  const failed = tests.filter(({ state }) => state === 'failed');
  const passed = tests.filter(({ state }) => state === 'passed').length;
  const broken = outcome.type !== 'ran';
  // Nothing failed because nothing ran, or the exit code disagrees: that is not green.
  const green = !broken && failed.length === 0 && passed > 0 && exitCode === 0;
  const isRed = broken || failed.length > 0;
  const ordered = [...failed, ...tests.filter(({ state }) => state !== 'failed')].slice(0, MOST);
  return (
    <div className="rounded-md border border-line text-xs" data-testid="test-run">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <Icon
          name={green ? 'check' : isRed ? 'cross' : 'wait'}
          size={14}
          className={green ? 'text-good' : isRed ? 'text-bad' : 'text-warn'}
        />
        <span className="font-medium">
          {broken ? outcome.type : `${passed} passed${failed.length > 0 ? `, ${failed.length} failed` : ''}`}
        </span>
        <span className="text-faint">
          {runner} · exit {exitCode ?? 'none'} · {duration(durationMs)}
          {tree && ` · tree ${tree.slice(0, 10)}`}
        </span>
      </div>
      <pre className="whitespace-pre-wrap break-words border-b border-line bg-sunken px-3 py-1.5 font-mono text-2xs">
        $ {command.join(' ')}
      </pre>
      {'message' in outcome && <p className="whitespace-pre-wrap break-words px-3 py-2 text-bad">{outcome.message}</p>}
      {'why' in outcome && <p className="px-3 py-2 text-warn">{outcome.why}</p>}
      <ul className="max-h-80 divide-y divide-line/60 overflow-y-auto">
        {ordered.map((test) => (
          <li key={test.id}>
            <TestLine test={test} />
          </li>
        ))}
      </ul>
      {tests.length > MOST && (
        <p className="px-3 py-1.5 text-faint">… and {plural(tests.length - MOST, 'more test')}</p>
      )}
      {output && <Output hash={output} />}
    </div>
  );
}

const TestLine = ({ test: { title, suites, file, state, durationMs, failure } }: { test: TestCase }) => (
  <div className="px-3 py-1">
    <div className="flex items-baseline gap-2">
      <span className={cx('self-center', STATES[state].tone)}>
        <Icon name={STATES[state].icon} size={12} />
        <span className="sr-only">{state}</span>
      </span>
      <span className="min-w-0 flex-1 break-words">
        {suites.length > 0 && <span className="text-faint">{suites.join(' › ')} › </span>}
        {title}
      </span>
      <span className="shrink-0 text-2xs text-faint tabular" title={file}>
        {duration(durationMs)}
      </span>
    </div>
    {failure && (
      <pre className="ml-5 mt-0.5 max-h-40 overflow-auto whitespace-pre-wrap break-words font-mono text-2xs text-soft">
        {failure.message}
        {failure.expected !== undefined && `\nexpected ${failure.expected}\nactual   ${failure.actual ?? ''}`}
      </pre>
    )}
  </div>
);

function Output({ hash }: { hash: string }) {
  const [open, setOpen] = useState(false);
  const blob = useBlob(open ? hash : null);
  return (
    <details className="border-t border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="px-3 py-1.5 text-soft">Output</summary>
      <pre className="max-h-80 overflow-auto whitespace-pre-wrap break-words bg-sunken px-3 py-2 font-mono text-2xs">
        {blob.state === 'there' ? blob.value.text : blob.state === 'failed' ? blob.why : 'Reading …'}
      </pre>
    </details>
  );
}
