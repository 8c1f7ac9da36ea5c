import type { ClientShown } from '#contracts/http/connect-routes.ts';
import { CopyCommand } from '../../ui/copy-button.tsx';

/** Clients that were not found: how to install them, and how connecting them will work. */
export function Missing({ clients, open }: { clients: readonly ClientShown[]; open: boolean }) {
  if (clients.length === 0) return null;
  return (
    <details open={open} className="card mt-3 text-sm">
      <summary className="cursor-pointer px-3.5 py-2.5 text-soft">
        Not found: {clients.map(({ title }) => title).join(', ')}
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {clients.map(({ id, title, installed, install, command }) => (
          <li
            key={id}
            className="grid grid-cols-[110px_minmax(0,1fr)_minmax(0,1fr)] items-center gap-3 px-3.5 py-2 max-[900px]:grid-cols-1 max-[900px]:gap-1.5"
          >
            <span className="font-medium">{title}</span>
            {install === null ? (
              <span className="text-xs text-soft">
                {installed === null ? 'Its command is not on the PATH; it may still be installed.' : ''}
              </span>
            ) : (
              <span className="min-w-0">
                <CopyCommand>{install}</CopyCommand>
              </span>
            )}
            <span className="min-w-0">
              <CopyCommand>{command}</CopyCommand>
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-3.5 py-2 text-xs text-soft">
        Any other client: add <code className="font-mono">assay mcp</code> as an MCP server over standard input and
        output, started in the repository.
      </p>
    </details>
  );
}
