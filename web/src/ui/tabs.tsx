import { type KeyboardEvent, useRef } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly icon?: IconName;
  readonly count?: number;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly panel: string;
  choose(id: Id): void;
}

export function Tabs<Id extends string>({ label, tabs, chosen, choose, panel }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(({ id }) => id === chosen) + step + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="flex items-center gap-1 overflow-x-auto"
    >
      {tabs.map(({ id, label: text, icon, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          aria-selected={id === chosen}
          aria-controls={panel}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
          className={cx(
            'inline-flex h-8 items-center gap-1.5 whitespace-nowrap border-b-2 px-2 text-sm font-medium',
            id === chosen ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
          )}
        >
          {icon && <Icon name={icon} size={14} />}
          {text}
          {count !== undefined && count > 0 && (
            <span className="rounded-full bg-sunken px-1.5 text-2xs text-soft tabular">{count}</span>
          )}
        </button>
      ))}
    </div>
  );
}
