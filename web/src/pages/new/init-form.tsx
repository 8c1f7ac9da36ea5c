import { useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import type { FolderLook } from '#contracts/http/work-routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Labelled } from '../../ui/field.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';

const FIELDS = [
  ['main', 'Main branch', 'Where work is merged to.'],
  ['plan', 'Plan', 'A Markdown file with one heading or one line of a check list for each PR.'],
  ['preflight', 'Preflight', 'A command that has to pass before a merge; empty for none.'],
  ['test', 'Test runners', 'By name, with commas between them; empty to have them found.'],
] as const;

/** What `assay init` writes: what was found, with its reason, to be read and corrected before it is written. */
export function InitForm({ look: { folder, setup }, done }: { look: FolderLook; done(): void }) {
  const [typed, setTyped] = useState<Partial<Record<(typeof FIELDS)[number][0], string>>>({});
  const [next, setNext] = useState<string | null>(null);
  const settingOf = (name: (typeof FIELDS)[number][0]): string => typed[name] ?? setup[name]?.value ?? '';
  const write = useAction(async () => {
    const test = settingOf('test')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const body = { folder, main: settingOf('main'), plan: settingOf('plan'), preflight: settingOf('preflight'), test };
    setNext((await call(ROUTES.initFolder, { body })).next);
    done();
  });
  return (
    <Section title="Set it up">
      <div className="card space-y-3 p-4">
        <p className="text-sm text-soft">
          Assay has not been set up here. This is what was found; it is written to{' '}
          <code className="font-mono text-xs">.assay/config.json</code>.
        </p>
        {FIELDS.map(([name, label, hint]) => (
          <Labelled key={name} label={label} hint={setup[name] ? `Found: ${setup[name].why}.` : hint}>
            <Input
              wide
              value={settingOf(name)}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              spellCheck={false}
            />
          </Labelled>
        ))}
        <Button look="strong" busy={write.busy} disabled={settingOf('main') === ''} onClick={() => void write.run()}>
          Write the configuration
        </Button>
        {next && <Notice>Written. Commit it: {next}</Notice>}
        <ErrorNotice error={write.error} />
      </div>
    </Section>
  );
}
