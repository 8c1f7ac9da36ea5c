import { Dialog } from '../ui/dialog.tsx';
import { Kbd, MOD } from '../ui/kbd.tsx';
import { pageEntries } from './page-table.ts';

export const SHORTCUTS: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [`${MOD} K`, 'search and commands'],
      ['?', 'this list'],
      ...pageEntries.flatMap(([, { key, title }]) =>
        key === undefined ? [] : [[`g ${key}`, title.toLowerCase()] as const],
      ),
    ],
  },
  {
    title: 'Approvals',
    keys: [
      ['j  k', 'next, previous'],
      ['y', 'yes, or allow'],
      ['n', 'no, or deny'],
      ['1 … 9', 'choose an answer'],
      ['Enter', 'resume, or send what is written'],
      ['o', 'open the run'],
    ],
  },
  {
    title: 'A run',
    keys: [
      ['1 … 6', 'graph, timeline, agents, log, evidence …'],
      ['[  ]', 'one event back, forward'],
      ['l', 'back to live'],
      ['Esc', 'close the details'],
    ],
  },
];

export const ShortcutList = () => (
  <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
    {SHORTCUTS.map(({ title, keys }) => (
      <section key={title}>
        <h3 className="mb-1.5 text-xs font-semibold uppercase tracking-wide text-faint">{title}</h3>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 text-sm">
          {keys.map(([key, what]) => (
            <div key={key} className="contents">
              <dt className="flex gap-0.5">
                {key.split(/ +/).map((part) => (
                  <Kbd key={part}>{part}</Kbd>
                ))}
              </dt>
              <dd className="text-soft">{what}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
);

export const ShortcutsDialog = ({ close }: { close(): void }) => (
  <Dialog label="Keyboard shortcuts" close={close}>
    <div className="p-5">
      <h2 className="mb-4 text-base font-semibold">Keyboard shortcuts</h2>
      <ShortcutList />
    </div>
  </Dialog>
);
