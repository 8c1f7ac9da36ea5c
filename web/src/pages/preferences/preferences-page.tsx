import { type ReactNode, useState } from 'react';
import type { PreferencesChange } from '#contracts/http/preferences.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { PermissionMode } from '#contracts/permission.ts';
import { call } from '../../api/call.ts';
import { useConnection } from '../../api/connection.ts';
import { useAction } from '../../api/use-action.ts';
import { PRESETS } from '../../shell/look.ts';
import { askForNotifications, permission } from '../../shell/notifications.ts';
import { changePreferences, usePreferences } from '../../shell/preferences.ts';
import { ShortcutList } from '../../shell/shortcuts.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyCommand } from '../../ui/copy-button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Found } from '../home/found.tsx';
import { GrantList } from './grant-list.tsx';

const MODES: Readonly<Record<PermissionMode, string>> = {
  explore: 'Explore: agents only read',
  ask: 'Ask: what changes something is asked',
  execute: 'Execute: what no rule denies is done',
};

export default function PreferencesPage() {
  const preferences = usePreferences();
  const change = useAction((what: PreferencesChange) => changePreferences(what));
  const set = (what: PreferencesChange): void => void change.run(what);
  const { permissions } = preferences;
  return (
    <Page title="Preferences" intro="Kept in Assay’s home on this machine. No secret is kept here or shown.">
      <ErrorNotice error={change.error} />
      <Section title="Look">
        <div className="card divide-y divide-line">
          <Row label="Theme">
            <Select
              label="Theme"
              hideLabel
              value={preferences.theme}
              change={(value) => set({ theme: value === 'light' || value === 'dark' ? value : 'system' })}
              options={[
                ['system', 'As the system'],
                ['light', 'Light'],
                ['dark', 'Dark'],
              ]}
            />
          </Row>
          <Row label="Colours">
            <Select
              label="Colours"
              hideLabel
              value={preferences.preset}
              change={(preset) => set({ preset })}
              options={PRESETS.map((name) => [name, `${name[0]?.toUpperCase()}${name.slice(1)}`] as const)}
            />
          </Row>
          <Row label="Density" hint="Dense: less space, more rows.">
            <Select
              label="Density"
              hideLabel
              value={preferences.dense ? 'dense' : 'roomy'}
              change={(value) => set({ dense: value === 'dense' })}
              options={[
                ['roomy', 'Roomy'],
                ['dense', 'Dense'],
              ]}
            />
          </Row>
        </div>
      </Section>
      <Section title="Agents">
        <div className="card divide-y divide-line">
          <Row label="Permissions" hint="How much the agent of a new conversation may do without asking.">
            <Select
              label="Permissions"
              hideLabel
              value={permissions.mode}
              change={(mode) => set({ permissions: { mode: PermissionMode.parse(mode) } })}
              options={PermissionMode.options.map((mode) => [mode, MODES[mode]] as const)}
            />
          </Row>
          <Row label="Model" hint="PROVIDER:NAME, for new conversations and work; empty leaves the choice to Assay.">
            <Saved value={preferences.model ?? ''} label="Model" save={(model) => set({ model: model || null })} />
          </Row>
          <Row label="Backend" hint="native, claude, codex or acp:COMMAND.">
            <Saved
              value={preferences.backend ?? ''}
              label="Backend"
              save={(backend) => set({ backend: backend || null })}
            />
          </Row>
        </div>
      </Section>
      <Section title="Permissions">
        <p className="mb-2 text-sm text-soft">Remembered answers. Revoke one, and the question is asked again.</p>
        <GrantList />
      </Section>
      <Section title="Found on this machine">
        <p className="mb-2 text-sm text-soft">Keys come from the environment; only their names are shown.</p>
        <Found groups={['agents', 'optional', 'needed']} />
      </Section>
      <Section title="Notifications">
        <div className="card">
          <Row label="Notify me when something waits for me" hint="While this page is open but not in view.">
            <NotificationSwitch on={preferences.notifications} set={(on) => set({ notifications: on })} />
          </Row>
        </div>
      </Section>
      <Section title="This browser">
        <Door />
      </Section>
      <Section title="Keyboard">
        <div className="card p-4">
          <ShortcutList />
        </div>
      </Section>
    </Page>
  );
}

const Row = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
    <div>
      <p className="font-medium">{label}</p>
      {hint && <p className="text-xs text-faint">{hint}</p>}
    </div>
    {children}
  </div>
);

function Saved({ value, label, save }: { value: string; label: string; save(value: string): void }) {
  const [text, setText] = useState<string | null>(null);
  return (
    <Input
      aria-label={label}
      value={text ?? value}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (text !== null && text.trim() !== value) save(text.trim());
        setText(null);
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

/**
 * The preference applies to every browser; each browser decides whether to show notifications, and is asked on a click.
 */
function NotificationSwitch({ on, set }: { on: boolean; set(on: boolean): void }) {
  const [allowed, setAllowed] = useState(permission);
  const turnOn = async (): Promise<void> => {
    const granted = await askForNotifications();
    setAllowed(permission());
    if (granted) set(true);
  };
  const isOn = on && allowed === 'granted';
  return (
    <span className="flex items-center gap-3">
      {allowed === 'denied' && <span className="text-xs text-warn">The browser does not allow it for this page.</span>}
      {on && allowed === 'default' && <span className="text-xs text-soft">This browser has not been asked yet.</span>}
      <Button icon="bell" aria-pressed={isOn} onClick={() => (isOn ? set(false) : void turnOn())}>
        {isOn ? 'On' : 'Off'}
      </Button>
    </span>
  );
}

/** A second browser can be admitted; this one can sign out. */
function Door() {
  const { session } = useConnection();
  const [link, setLink] = useState<string | null>(null);
  const make = useAction(async () => setLink((await call(ROUTES.newLink, { body: {} })).url));
  const leave = useAction(async () => {
    await call(ROUTES.signOut, {});
    location.reload();
  });
  return (
    <div className="card space-y-3 p-4">
      <p className="text-sm text-soft">
        Let in as {session?.me ?? '…'}; the data is in <code className="font-mono text-xs">{session?.home ?? '…'}</code>
        .
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="link" busy={make.busy} onClick={() => void make.run()}>
          A link for another browser
        </Button>
        <Button look="danger" busy={leave.busy} onClick={() => void leave.run()}>
          Sign this browser out
        </Button>
      </div>
      {link && (
        <Notice>
          It works once: <CopyCommand>{link}</CopyCommand>
        </Notice>
      )}
      <ErrorNotice error={make.error ?? leave.error} />
    </div>
  );
}
