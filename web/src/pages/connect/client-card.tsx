import type { AgentFound, ClientShown } from '#contracts/http/connect-routes.ts';
import { CopyButton, CopyCommand } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WithCode } from '../../ui/with-code.tsx';

interface ClientCardProps {
  readonly client: ClientShown;
  readonly agents: readonly AgentFound[];
  readonly assay: string;
}

/** An installed client: both ways to work with it, and exactly what is written. */
export function ClientCard({ client, agents, assay }: ClientCardProps) {
  const { id, title, version, command, file, configuration, next } = client;
  const agent = agents.find(({ backend }) => backend !== null && backend === client.backend) ?? null;
  const lacking = agents.find((each) => each.backend === null && each.title === title) ?? null;
  return (
    <article className="card p-4" data-client={id}>
      <h3 className="flex items-baseline gap-2 text-base font-semibold">
        <Icon name="check" size={15} className="self-center text-good" />
        {title}
        {version && <span className="text-xs font-normal text-faint tabular">{version}</span>}
      </h3>
      <div className="mt-3 grid grid-cols-2 gap-5 max-[900px]:grid-cols-1">
        <div className="min-w-0">
          <p className="mb-1.5 text-sm font-medium">You work in it; it asks Assay’s gates</p>
          <CopyCommand>{command}</CopyCommand>
          <p className="mt-1.5 text-xs text-soft">
            Shows the change, asks, and writes <code className="font-mono">{file}</code>. <WithCode text={next} />
          </p>
          <Configuration file={file} text={configuration} />
        </div>
        <div className="min-w-0">
          <p className="mb-1.5 text-sm font-medium">Assay drives it, unattended, in a sandbox</p>
          {agent?.backend ? (
            <CopyCommand>{`${assay} run PLAN.md --backend ${quoted(agent.backend)}`}</CopyCommand>
          ) : (
            <p className="text-xs text-soft">
              {lacking?.next ? (
                <>
                  Needs its package: <CopyCommand>{lacking.next}</CopyCommand>
                </>
              ) : (
                'Not with this client; connected mode works.'
              )}
            </p>
          )}
          <p className="mt-1.5 text-xs text-soft">
            A plan is Markdown: a heading or a list item for each PR. It stops and asks when a person is needed.
          </p>
        </div>
      </div>
    </article>
  );
}

const Configuration = ({ file, text }: { file: string; text: string }) => (
  <details className="mt-2 text-xs">
    <summary className="cursor-pointer text-accent">What is written</summary>
    <div className="mt-1.5 flex items-start gap-1 rounded-md border border-line bg-sunken py-1.5 pl-2.5 pr-1">
      <pre className="min-w-0 flex-1 whitespace-pre-wrap break-all font-mono text-2xs">{text}</pre>
      <CopyButton text={() => text} label={`Copy what is written to ${file}`} />
    </div>
  </details>
);

const quoted = (backend: string): string => (backend.includes(' ') ? `"${backend}"` : backend);
