import { Fragment, useMemo, useState } from 'react';
import type { DiffFile } from '#contracts/commits.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextArea } from '../../ui/field.tsx';
import { Visible } from '../../ui/visible.tsx';
import type { LineComment } from './comments-panel.tsx';
import { type DiffLine, diffLinesOf } from './diff-lines.ts';

interface FileDiffProps {
  readonly file: DiffFile;
  /** Its tests that were red before the change. */
  readonly tests: readonly string[];
  comment(comment: LineComment): void;
}

const MOST_AT_ONCE = 400;

/** One file of a change. Pressing a line's number comments on it. */
export function FileDiff({ file, tests, comment }: FileDiffProps) {
  const lines = useMemo(() => diffLinesOf(file.hunks), [file]);
  const [shown, setShown] = useState(MOST_AT_ONCE);
  const [at, setAt] = useState<DiffLine | null>(null);
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  return (
    <details open={lines.length <= MOST_AT_ONCE} className="rounded-md border border-line" data-testid="file-diff">
      <summary className="flex flex-wrap items-center gap-2 px-3 py-2 text-sm">
        <span className="break-all font-mono text-xs font-medium">
          <Visible text={file.oldPath ? `${file.oldPath} → ${file.path}` : file.path} />
        </span>
        <span className="text-xs text-soft">{file.status}</span>
        <span className="text-xs text-good">+{added}</span>
        <span className="text-xs text-bad">−{removed}</span>
        {tests.length > 0 && <span className="text-xs text-soft">{plural(tests.length, 'proving test')}</span>}
      </summary>
      {lines.length === 0 && (
        <p className="border-t border-line px-3 py-2 text-sm text-soft">
          No lines to show: the file is binary, empty, or only its mode changed.
        </p>
      )}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keys
        <section tabIndex={0} aria-label={`Changes of ${file.path}`} className="overflow-x-auto border-t border-line">
          <table className="min-w-full border-collapse font-mono text-xs leading-6">
            <tbody>
              {lines.slice(0, shown).map((line, index) => (
                <Fragment key={index}>
                  <Line line={line} choose={() => setAt(line)} />
                  {line === at && (
                    <tr>
                      <td colSpan={3}>
                        <CommentForm
                          where={`${file.path}:${at.newLine ?? at.oldLine ?? 0}`}
                          close={() => setAt(null)}
                          save={(text) => {
                            comment({ file: file.path, line: at.newLine ?? at.oldLine ?? 0, code: at.text, text });
                            setAt(null);
                          }}
                        />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {lines.length > shown && (
        <div className="border-t border-line p-2">
          <Button onClick={() => setShown(shown + MOST_AT_ONCE)}>Show more ({lines.length - shown} lines)</Button>
        </div>
      )}
      {file.truncated && (
        <p className="border-t border-line px-3 py-2 text-xs text-warn">Some of it is too large to show.</p>
      )}
    </details>
  );
}

const LOOKS = { added: 'bg-good-soft', removed: 'bg-bad-soft', same: '', heading: 'bg-sunken text-soft' } as const;
const SIGNS = { added: '+', removed: '−', same: ' ', heading: '' } as const;

const Line = ({ line, choose }: { line: DiffLine; choose(): void }) => (
  <tr className={LOOKS[line.kind]}>
    <td className="w-px whitespace-nowrap px-1 text-right align-top text-faint tabular">
      {line.kind !== 'heading' && (
        <button
          type="button"
          onClick={choose}
          aria-label={`Comment on line ${line.newLine ?? line.oldLine}`}
          className="h-6 min-w-10 rounded px-1 text-right hover:bg-hover hover:text-ink"
        >
          {line.newLine ?? line.oldLine}
        </button>
      )}
    </td>
    <td className="w-px select-none px-1 align-top text-soft">{SIGNS[line.kind]}</td>
    <td className={cx('whitespace-pre px-1 align-top', line.kind === 'heading' && 'italic')}>
      <Visible text={line.text} />
    </td>
  </tr>
);

function CommentForm({ where, save, close }: { where: string; save(text: string): void; close(): void }) {
  const [text, setText] = useState('');
  return (
    // Long lines make the table wider than what is in sight; the form stays there.
    <div className="sticky left-0 w-[min(40rem,calc(100vw-8rem))] space-y-2 border-y border-line p-3 font-sans">
      <TextArea
        autoFocus
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={`Comment on ${where}`}
        placeholder={`About ${where}`}
      />
      <div className="flex gap-2">
        <Button look="strong" disabled={text.trim() === ''} onClick={() => save(text.trim())}>
          Add the comment
        </Button>
        <Button onClick={close}>Leave it</Button>
      </div>
    </div>
  );
}
