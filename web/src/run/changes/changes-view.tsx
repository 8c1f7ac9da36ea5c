import { useState } from 'react';
import type { PrChange } from '#contracts/http/change-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../lib/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { Visible } from '../../ui/visible.tsx';
import type { ViewProps } from '../run-snapshot.ts';
import { CommentsPanel, type LineComment } from './comments-panel.tsx';
import { FileDiff } from './file-diff.tsx';

/** The code of a run, PR by PR and file by file, with its proof, for a person to read. */
export function ChangesView({ runSnapshot }: ViewProps) {
  const { run } = runSnapshot;
  const { data, error, loading } = useAnswer(
    ROUTES.runChanges,
    { params: { run: run.run } },
    `${run.shown} ${run.nodes.done}`,
  );
  const [comments, setComments] = useState<readonly LineComment[]>([]);
  if (loading) return <Empty icon="evidence" title="Reading the changes" />;
  return (
    <Scroll label="Changes" className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[1100px] space-y-6 p-5">
        <ErrorNotice error={error} />
        {data?.problem && <Notice tone="warn">The code cannot be shown: {data.problem}</Notice>}
        {data && data.changes.length === 0 && !data.problem && (
          <Empty icon="evidence" title="No code has been accepted yet">
            What passes the gates appears here, file by file.
          </Empty>
        )}
        {comments.length > 0 && <CommentsPanel run={run.run} comments={comments} clear={() => setComments([])} />}
        {data?.changes.map((change) => (
          <Change
            key={change.commit ?? 'open'}
            change={change}
            comment={(comment) => setComments((before) => [...before, comment])}
          />
        ))}
      </div>
    </Scroll>
  );
}

function Change({ change, comment }: { change: PrChange; comment(comment: LineComment): void }) {
  const { title, commit, files, proving, mutants, doubts, waivers, findings } = change;
  return (
    <section aria-label={title} data-testid="pr-change">
      <h2 className="text-lg font-semibold">
        <Visible text={title} />
      </h2>
      <p className="mb-3 text-sm text-soft">
        {commit === null ? 'worked on: what has been accepted so far' : `merged as ${commit.slice(0, 10)}`} ·{' '}
        {plural(files.length, 'file')}
      </p>
      <div className="mb-3 grid grid-cols-2 gap-3 max-[800px]:grid-cols-1">
        <Facts title="Proven by" none="no test is known to have been red for it" lines={proving} />
        <Facts title="Mutants of the changed lines" none="none are recorded" lines={mutants} />
        {findings.length > 0 && <Facts title="Review findings" none="" lines={findings} tone="text-bad" />}
        {doubts.length > 0 && <Facts title="Doubts" none="" lines={doubts} tone="text-warn" />}
        {waivers.length > 0 && (
          <Facts
            title="Overruled by a person"
            none=""
            lines={waivers.map(({ what, by, why }) => `${what} (${by}: ${why})`)}
            tone="text-warn"
          />
        )}
      </div>
      <div className="space-y-3">
        {files.map((file) => (
          <FileDiff key={file.path} file={file} tests={testsIn(file.path, proving)} comment={comment} />
        ))}
      </div>
    </section>
  );
}

/** A test is named after the file it is in. */
const testsIn = (path: string, proving: readonly string[]): string[] => proving.filter((id) => id.includes(path));

const Facts = ({
  title,
  none,
  lines,
  tone = '',
}: {
  title: string;
  none: string;
  lines: readonly string[];
  tone?: string;
}) => (
  <div className="rounded-md border border-line px-3 py-2 text-sm">
    <h3 className="text-xs font-semibold uppercase tracking-wide text-faint">{title}</h3>
    {lines.length === 0 ? (
      <p className="text-soft">{none}</p>
    ) : (
      <ul className="max-h-40 overflow-y-auto">
        {lines.map((line) => (
          <li key={line} className={`break-words ${tone}`}>
            <Visible text={line} />
          </li>
        ))}
      </ul>
    )}
  </div>
);
