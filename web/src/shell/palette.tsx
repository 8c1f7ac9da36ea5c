import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import type { ShownRun } from '#contracts/http/run-shown.ts';
import { call } from '../api/call.ts';
import { useLiveList } from '../api/live-list.ts';
import { navigate, runPath } from '../lib/router.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { RunStatusBadge, Simulated } from '../ui/status.tsx';
import { COMMANDS } from './commands.ts';

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly run: ShownRun | null;
  go(): void;
}

const MOST = 12;

/** Everything by name: pages, actions, runs. */
export function Palette({ close }: { close(): void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const entries = useEntries(text, close);
  const chosen = Math.min(at, Math.max(0, entries.length - 1));
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + entries.length) % Math.max(1, entries.length));
    }
    if (event.key === 'Enter') entries[chosen]?.go();
  };
  return (
    <Dialog label="Search and commands" close={close} top>
      <input
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        placeholder="Search runs, or type what you want to do"
        aria-label="Search runs and commands"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries[chosen] ? `${list}-${chosen}` : undefined}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-faint"
      />
      <div id={list} role="listbox" aria-label="Found" className="max-h-[50vh] overflow-y-auto p-1.5">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field that owns the list
          <div
            key={entry.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => entry.go()}
            className={cx(
              'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5',
              index === chosen && 'bg-hover',
            )}
          >
            <Icon name={entry.icon} className="text-faint" />
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>
            {entry.run?.simulated && <Simulated />}
            {entry.run && <RunStatusBadge shown={entry.run.shown} />}
          </div>
        ))}
        {entries.length === 0 && <p className="px-3 py-6 text-center text-soft">No matches.</p>}
      </div>
    </Dialog>
  );
}

function useEntries(text: string, close: () => void): Entry[] {
  const found = useFoundRuns(text);
  const latest = useRef(close);
  latest.current = close;
  return useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const then = (work: () => void) => () => {
      latest.current();
      work();
    };
    const commands = COMMANDS.filter(({ label, words }) => `${label} ${words}`.toLowerCase().includes(wanted)).map(
      ({ label, icon, go }): Entry => ({ id: label, label, icon, run: null, go: then(go) }),
    );
    const runs = found.map(
      (run): Entry => ({
        id: run.run,
        label: `${run.title} · ${run.run}`,
        icon: 'runs',
        run,
        go: then(() => navigate(runPath(run.run))),
      }),
    );
    return wanted === '' ? [...commands, ...runs.slice(0, 5)] : [...runs.slice(0, MOST), ...commands];
  }, [text, found]);
}

/** Local results at once; the server's when they arrive. */
function useFoundRuns(text: string): ShownRun[] {
  const { runs } = useLiveList();
  const [asked, setAsked] = useState<{ text: string; runs: ShownRun[] }>({ text: '', runs: [] });
  useEffect(() => {
    if (text.trim() === '') return;
    const leave = new AbortController();
    const later = setTimeout(() => {
      call(ROUTES.runs, { query: { text: text.trim(), limit: MOST } }, leave.signal).then(
        (answer) => setAsked({ text, runs: answer.runs }),
        () => undefined,
      );
    }, 120);
    return () => {
      clearTimeout(later);
      leave.abort();
    };
  }, [text]);
  return useMemo(() => {
    if (asked.text === text && text.trim() !== '') return asked.runs;
    const wanted = text.trim().toLowerCase();
    // Previous results are kept until the new ones arrive.
    const known = new Map([...asked.runs.map((run) => [run.run, run] as const), ...runs]);
    return [...known.values()]
      .filter(({ title, run }) => `${title} ${run}`.toLowerCase().includes(wanted))
      .slice(0, MOST);
  }, [asked, runs, text]);
}
