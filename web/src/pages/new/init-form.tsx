import { useState } from 'react';
import type { AnswerOf } from '#contracts/http/call-route.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { FolderLook } from '#contracts/http/work-routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Labelled } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';

const FIELDS = [
  ['main', 'Main branch', 'Where work is merged to.'],
  ['plan', 'Plan', 'A Markdown file with one heading for each PR; empty for a starter that you write over.'],
  ['preflight', 'Preflight', 'A command that has to pass before a merge; empty for none.'],
  ['test', 'Test runners', 'By name, with commas between them; empty to have them found.'],
] as const;

export type WrittenSetup = AnswerOf<typeof ROUTES.initFolder>;

/** What `assay init` writes: the values found, with reasons, to be checked and corrected before they are written. */
export function InitForm({ look: { folder, setup }, done }: { look: FolderLook; done(written: WrittenSetup): void }) {
  const [typed, setTyped] = useState<Partial<Record<(typeof FIELDS)[number][0], string>>>({});
  const settingOf = (name: (typeof FIELDS)[number][0]): string => typed[name] ?? setup[name]?.value ?? '';
  const write = useAction(async () => {
    const test = settingOf('test')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const body = { folder, main: settingOf('main'), plan: settingOf('plan'), preflight: settingOf('preflight'), test };
    done(await call(ROUTES.initFolder, { body }));
  });
  return (
    <Section title="Set it up">
      <div className="card space-y-3 p-4">
        <p className="text-sm text-soft">
          Assay has not been set up here. This is what was found. Preflight and tests run on the main branch first; if
          they pass, it is written to <code className="font-mono text-xs">.assay/config.json</code>.
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
          Try it and write it
        </Button>
        {write.busy && <p className="text-sm text-soft">Runs the preflight and the tests on {settingOf('main')} …</p>}
        <ErrorNotice error={write.error} />
      </div>
    </Section>
  );
}
