import type { ConnectAnswer } from '#contracts/http/connect-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { CopyCommand } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import { ClientCard } from './client-card.tsx';
import { FirstRun } from './first-run.tsx';
import { Missing } from './missing.tsx';

/** What is installed, how to connect it, and how to start. */
export function ConnectPanel() {
  const { data, error } = useAnswer(ROUTES.connect, {});
  if (!data) return error && error.status !== 0 ? <ErrorNotice error={error} /> : <Looking />;
  const here = data.clients.filter(({ installed }) => installed === true);
  const absent = data.clients.filter(({ installed }) => installed !== true);
  const nothing = here.length === 0 && data.agents.length === 0 && data.keys.every(({ set }) => !set);
  return (
    <div data-testid="connect">
      {data.addToPath !== null && (
        <p className="mb-5 flex flex-wrap items-center gap-2 text-sm text-soft">
          Once, so that <code className="font-mono text-xs text-ink">assay</code> is found:
          <CopyCommand>{`export PATH="${data.addToPath}:$PATH"`}</CopyCommand>
        </p>
      )}
      <Section title="Found here">
        {nothing && (
          <Notice>
            No coding agent and no model key was found. Install one of these, or set a key, and open this page again.
          </Notice>
        )}
        <ul className="space-y-3">
          {here.map((client) => (
            <li key={client.id}>
              <ClientCard client={client} agents={data.agents} assay={data.assay} />
            </li>
          ))}
        </ul>
        <OtherAgents data={data} />
        <Missing clients={absent} open={nothing} />
      </Section>
      <Section title="Model keys">
        <Keys keys={data.keys} />
      </Section>
      <Section title="Your first run">
        {data.unisolated !== null && (
          <div className="mb-3">
            <Notice tone="warn">
              Agents cannot be run unattended here yet: <WithCode text={data.unisolated} /> Connected mode works.
            </Notice>
          </div>
        )}
        <FirstRun assay={data.assay} client={here[0]?.id ?? 'claude'} />
      </Section>
    </div>
  );
}

const Looking = () => (
  <p className="card px-3.5 py-3 text-soft" aria-busy="true">
    Checking what is installed …
  </p>
);

/** Packages and programs that Assay drives itself, other than the clients above. */
function OtherAgents({ data: { agents } }: { data: ConnectAnswer }) {
  const others = agents.filter(({ how }) => how === 'package');
  if (others.length === 0) return null;
  return (
    <ul className="card mt-3 divide-y divide-line overflow-hidden">
      {others.map(({ title, version, path, backend }) => (
        <li key={path} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2 text-sm">
          <Icon name="check" size={14} className="text-good" />
          <span className="font-medium">{title}</span>
          <span className="min-w-0 truncate text-xs text-faint">
            {version ?? ''} {path}
          </span>
          {backend !== null && (
            <span className="ml-auto text-xs text-soft">
              drives with <code className="font-mono">--backend {backend}</code>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const Keys = ({ keys }: { keys: ConnectAnswer['keys'] }) => (
  <div className="card px-3.5 py-3">
    <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 max-[900px]:grid-cols-1">
      {keys.map(({ name, use, set }) => (
        <li key={name} className="flex items-baseline gap-x-2 text-xs">
          <Icon name={set ? 'check' : 'dot'} size={13} className={`self-center ${set ? 'text-good' : 'text-faint'}`} />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className={`font-mono text-2xs ${set ? 'text-good' : 'text-soft'}`}>{name}</span>
            <span className="sr-only">{set ? 'is set' : 'is not set'}</span>
            <span className="min-w-0 break-words text-faint">{use}</span>
          </span>
        </li>
      ))}
    </ul>
    <p className="mt-2 border-t border-line pt-2 text-xs text-soft">
      {keys.some(({ set }) => set)
        ? 'Only names are shown: a value never leaves the environment of the server.'
        : 'None is set. With a key Assay’s own loop works without any agent installed; a local Ollama or llama.cpp needs none: --model ollama:NAME.'}
    </p>
  </div>
);
