import type { AgentList } from '#contracts/http/agent-list-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { CopyCommand } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';

/** Who can work here and with what. Files are changed with an editor, sources with `assay sources`. */
export default function AgentsPage() {
  const { data, error, loading } = useAnswer(ROUTES.agentList, {});
  return (
    <Page title="Agents, skills, sources" intro={data && <>What counts in {data.folder}, and what comes with Assay.</>}>
      <ErrorNotice error={error} />
      {loading && <p className="text-sm text-soft">Loading …</p>}
      {data && <Lists list={data} />}
    </Page>
  );
}

function Lists({ list: { agents, skills, sources, problems } }: { list: AgentList }) {
  return (
    <>
      <Section title="Agents">
        <ul className="card divide-y divide-line" aria-label="Agents">
          {agents.map(({ name, description, from, model }) => (
            <Entry key={name} name={name} about={[WHOSE[from], model]}>
              {description}
            </Entry>
          ))}
        </ul>
        <p className="mt-2 text-xs text-soft">In a conversation: @NAME; in a terminal:</p>
        <CopyCommand>assay ask --agent NAME "…"</CopyCommand>
      </Section>
      <Section title="Skills">
        <ul className="card divide-y divide-line" aria-label="Skills">
          {skills.map(({ name, description, from, forModels }) => (
            <Entry key={name} name={`/${name}`} about={[WHOSE[from], forModels ? null : 'only you call it']}>
              {description}
            </Entry>
          ))}
        </ul>
      </Section>
      <Section title="Sources">
        {sources.length === 0 ? (
          <p className="card px-4 py-3 text-sm text-soft">There are none yet.</p>
        ) : (
          <ul className="card divide-y divide-line" aria-label="Sources">
            {sources.map(({ name, type, where, readOnly }) => (
              <Entry key={name} name={name} about={[type, readOnly ? 'only reads' : null]}>
                {where}
              </Entry>
            ))}
          </ul>
        )}
        <p className="mt-2 text-xs text-soft">Add a source in a terminal; secrets are never shown on this page:</p>
        <CopyCommand>assay sources add NAME …</CopyCommand>
      </Section>
      {problems.length > 0 && (
        <Section title="Problems">
          <ul className="card space-y-1 px-4 py-3 font-mono text-xs" aria-label="Problems">
            {problems.map((problem) => (
              <li key={problem} className="break-words">
                {problem}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const WHOSE = { project: 'this project’s', person: 'yours', assay: 'comes with Assay' } as const;

interface EntryProps {
  readonly name: string;
  readonly about: readonly (string | null)[];
  readonly children: string;
}

const Entry = ({ name, about, children }: EntryProps) => (
  <li className="px-4 py-2.5">
    <p className="flex flex-wrap items-baseline gap-2">
      <span className="font-mono text-sm">{name}</span>
      <span className="text-xs text-faint">{about.filter((each) => each !== null).join(' · ')}</span>
    </p>
    <p className="break-words text-xs text-soft">{children}</p>
  </li>
);
