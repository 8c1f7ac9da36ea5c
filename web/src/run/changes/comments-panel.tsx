import { ROUTES } from '#contracts/http/routes.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../lib/format.ts';
import { guideNeed } from '../../needs/acts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

export interface LineComment {
  readonly file: string;
  readonly line: number;
  readonly code: string;
  readonly text: string;
}

/** A person's comments on lines. A run that waits for guidance gets them as such; otherwise they can be copied. */
export function CommentsPanel({
  run,
  comments,
  clear,
}: {
  run: string;
  comments: readonly LineComment[];
  clear(): void;
}) {
  const { data, reload } = useAnswer(ROUTES.run, { params: { run }, query: { moments: 1 } });
  const waiting = data?.needs.find(({ kind }) => kind === 'escalation') ?? null;
  const send = useAction(async () => {
    if (!waiting) return;
    await guideNeed(waiting, guidanceOf(comments));
    clear();
    reload();
  });
  return (
    <aside aria-label="Comments" className="card space-y-2 border-ask/40 p-4" data-testid="comments">
      <h2 className="text-sm font-semibold">{plural(comments.length, 'comment')}</h2>
      <ul className="space-y-1 text-sm">
        {comments.map(({ file, line, text }, index) => (
          <li key={index} className="break-words">
            <code className="font-mono text-xs text-soft">
              {file}:{line}
            </code>{' '}
            {text}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        {waiting ? (
          <Button look="strong" busy={send.busy} onClick={() => void send.run()}>
            Send as guidance
          </Button>
        ) : (
          <p className="text-sm text-soft">
            This run is not waiting for guidance. Copy the comments into the plan or to the next run.
          </p>
        )}
        <CopyButton words text={() => guidanceOf(comments)} label="Copy as Markdown" />
        <Button look="quiet" onClick={clear}>
          Discard
        </Button>
      </div>
      <ErrorNotice error={send.error} />
    </aside>
  );
}

const guidanceOf = (comments: readonly LineComment[]): string =>
  comments.map(({ file, line, code, text }) => `- ${file}:${line} (\`${code.trim()}\`): ${text}`).join('\n');
