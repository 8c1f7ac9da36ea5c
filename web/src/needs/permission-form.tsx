import { useState } from 'react';
import { type Action, GrantScope, type PermissionRequest } from '#contracts/permission.ts';
import { useAction } from '../api/use-action.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { usePreferences } from '../shell/preferences.ts';
import { Button } from '../ui/button.tsx';
import { Input, Select } from '../ui/field.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { decideNeed } from './acts.ts';
import type { NeedFormProps } from './need-form-props.ts';

const SCOPES: Readonly<Record<GrantScope, string>> = {
  once: 'this once',
  attempt: 'for this attempt',
  session: 'for this session',
  project: 'for this project',
};

export function PermissionForm({ need, keys, done }: NeedFormProps) {
  const { permissions } = usePreferences();
  const [scope, setScope] = useState<GrantScope>(permissions.scope);
  const [note, setNote] = useState('');
  const decide = useAction(async (decision: 'allow' | 'deny') => {
    await decideNeed(need, decision, scope, note);
    done();
  });
  useHotkeys({ y: () => void decide.run('allow'), n: () => void decide.run('deny') }, keys);
  return (
    <div className="space-y-3">
      {need.permission && <Requested request={need.permission} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="strong" busy={decide.busy} onClick={() => void decide.run('allow')}>
          Allow {keys && <Kbd>y</Kbd>}
        </Button>
        <Button look="danger" busy={decide.busy} onClick={() => void decide.run('deny')}>
          Deny {keys && <Kbd>n</Kbd>}
        </Button>
        <Select
          label="It holds"
          value={scope}
          change={(value) => setScope(GrantScope.parse(value))}
          options={GrantScope.options.map((each) => [each, SCOPES[each]] as const)}
        />
      </div>
      <Input
        wide
        value={note}
        onChange={(event) => setNote(event.target.value)}
        placeholder="A word to the agent (optional)"
        aria-label="A word to the agent"
        maxLength={4_000}
      />
      <ErrorNotice error={decide.error} />
    </div>
  );
}

/** What the agent wants to do, exactly. */
const Requested = ({ request: { tool, action } }: { request: PermissionRequest }) => (
  <div className="rounded-md border border-line bg-sunken">
    <p className="border-b border-line px-3 py-1.5 text-xs text-soft">
      <span className="font-mono font-medium text-ink">{tool}</span> wants to {WANTS[action.type]}
    </p>
    <pre className="max-h-60 overflow-auto whitespace-pre-wrap break-words px-3 py-2 font-mono text-xs">
      {wordsOf(action)}
    </pre>
  </div>
);

const WANTS: Readonly<Record<Action['type'], string>> = {
  read: 'read',
  write: 'write',
  command: 'run a command',
  fetch: 'fetch',
  tool: 'do this',
};

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
