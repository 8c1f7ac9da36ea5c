import { useEffect } from 'react';
import { type Action, type PermissionRequest, type PermissionRule, ruleText } from '#contracts/permission.ts';
import { clockTime } from '../lib/format.ts';
import { Scroll } from '../ui/scroll.tsx';
import { Visible } from '../ui/visible.tsx';
import { useSeenAll } from './use-seen-all.ts';

export interface AskedProps {
  readonly request: PermissionRequest;
  /** Why a person is asked, where that is known. */
  readonly why: string | null;
  readonly remember: readonly PermissionRule[] | null;
  readonly until: number | null;
}

/** What exactly an agent wants to do, why it has to ask, and what a lasting answer would allow. */
export function Asked({
  request: { tool, action },
  why,
  remember,
  until,
  seenAll,
}: AskedProps & { seenAll?(seen: boolean): void }) {
  const words = planOf(tool, action) ?? wordsOf(action);
  const { box, seen } = useSeenAll<HTMLElement>(words);
  useEffect(() => seenAll?.(seen), [seen, seenAll]);
  return (
    <div className="rounded-md border border-line bg-sunken" data-testid="asked">
      <p className="border-b border-line px-3 py-1.5 text-xs text-soft">
        <span className="font-mono font-medium text-ink">
          <Visible text={tool} />
        </span>{' '}
        wants to {WANTS[action.type]}
      </p>
      <Scroll ref={box} label="Everything it would do" className="max-h-60 overflow-auto">
        <pre className="whitespace-break-spaces break-words px-3 py-2 font-mono text-xs">
          <Visible text={words} />
        </pre>
      </Scroll>
      {!seen && (
        <p className="border-t border-line px-3 py-1.5 text-xs font-medium text-warn" data-testid="not-all-seen">
          There is more below: scroll to the end before you allow it.
        </p>
      )}
      {(why !== null || until !== null) && (
        <div className="space-y-0.5 border-t border-line px-3 py-1.5 text-xs text-soft">
          {why !== null && (
            <p className="break-words">
              Asked because <Visible text={why} />.
            </p>
          )}
          {remember !== null && (
            <p className="break-words">
              {remember.length === 0 ? (
                'Nothing can be remembered here without allowing more: it holds once.'
              ) : (
                <>
                  An answer that lasts remembers:{' '}
                  <span className="font-mono">
                    <Visible text={remember.map(ruleText).join('; ')} />
                  </span>
                </>
              )}
            </p>
          )}
          {until !== null && <p className="text-faint">Unanswered at {clockTime(until)} it is a no.</p>}
        </div>
      )}
    </div>
  );
}

const WANTS: Readonly<Record<Action['type'], string>> = {
  read: 'read',
  write: 'write',
  command: 'run a command',
  fetch: 'fetch',
  tool: 'do this',
};

/** A plan is read as it was written, not as a string of JSON. */
function planOf(tool: string, action: Action): string | null {
  if (tool !== 'submit_plan' || action.type !== 'tool') return null;
  const { input } = action;
  if (typeof input !== 'object' || input === null || !('plan' in input)) return null;
  const { plan, ...rest } = input;
  if (typeof plan !== 'string') return null;
  return Object.keys(rest).length === 0 ? plan : `${plan}\n\n${JSON.stringify(rest, null, 2)}`;
}

function wordsOf(action: Action): string {
  switch (action.type) {
    case 'read':
    case 'write':
      return action.paths.join('\n');
    case 'command':
      return `${action.line}\n\nin ${action.cwd}`;
    case 'fetch':
      return action.url;
    case 'tool':
      return JSON.stringify(action.input, null, 2);
  }
}
