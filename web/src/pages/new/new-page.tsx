import { useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import type { FolderLook } from '#contracts/http/work-routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useQueryValue } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Labelled } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { CommitIt } from './commit-it.tsx';
import { InitForm, type WrittenSetup } from './init-form.tsx';
import { WorkForm } from './work-form.tsx';

/** Real work begins here: a folder, the task, who does it, and what it may cost. */
export default function NewPage() {
  const [asked] = useQueryValue('folder');
  const { data: recent } = useAnswer(ROUTES.folders, {});
  const [path, setPath] = useState(asked ?? '');
  const [look, setLook] = useState<FolderLook | null>(null);
  const [written, setWritten] = useState<(WrittenSetup & { readonly folder: string }) | null>(null);
  const looking = useAction(async (folder: string) => {
    setPath(folder);
    setLook(await call(ROUTES.lookAtFolder, { query: { path: folder } }));
  });
  return (
    <Page title="Start work" intro="Agents work in copies of your repository; what reaches main has passed the gates.">
      <Section title="Where">
        <form
          className="card space-y-3 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            void looking.run(path);
          }}
        >
          {recent && recent.folders.length > 0 && (
            <ul aria-label="Recent folders" className="flex flex-wrap gap-2">
              {recent.folders.slice(0, 8).map(({ folder }) => (
                <li key={folder}>
                  <Button onClick={() => void looking.run(folder)} title={folder}>
                    {folder.split('/').at(-1)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Labelled label="Folder of a git repository" hint="The full path, on the machine that runs assay serve.">
            <Input
              wide
              value={path}
              onChange={(event) => setPath(event.target.value)}
              placeholder="/home/you/project"
              spellCheck={false}
            />
          </Labelled>
          <Button look="strong" type="submit" busy={looking.busy} disabled={path.trim() === ''}>
            Look at it
          </Button>
          <ErrorNotice error={looking.error} />
        </form>
      </Section>
      {look && !look.configured && (
        <InitForm
          key={look.folder}
          look={look}
          done={(setup) => {
            setWritten({ ...setup, folder: look.folder });
            void looking.run(look.folder);
          }}
        />
      )}
      {look && written?.folder === look.folder && <CommitIt written={written} />}
      {look && <WorkForm key={`${look.folder} ${look.configured}`} look={look} />}
    </Page>
  );
}
