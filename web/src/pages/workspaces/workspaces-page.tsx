import type { Disk } from '#contracts/http/machine-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { bytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';

/** Where agents work, and how much disk space it takes. */
export default function WorkspacesPage() {
  const { data, error, loading, reload } = useAnswer(ROUTES.workspaces, {});
  return (
    <Page
      title="Workspaces"
      intro="Each agent works in its own isolated checkout."
      actions={
        <Button icon="refresh" busy={loading} onClick={reload}>
          Measure again
        </Button>
      }
    >
      <ErrorNotice error={error} />
      {loading && <p className="card px-3.5 py-3 text-soft">Measuring the disk …</p>}
      {data && <Measured disk={data} />}
    </Page>
  );
}

const Measured = ({ disk }: { disk: Disk }) => (
  <>
    <Section title="Disk">
      <DiskBar disk={disk} />
    </Section>
    <Section title={`Workspaces (${disk.workspaces.length})`}>
      {disk.workspaces.length === 0 ? (
        <div className="card">
          <Empty icon="disk" title="There are no workspaces">
            A run creates one when it needs an isolated checkout, and closes it when its work is merged or discarded.
          </Empty>
        </div>
      ) : (
        <ul className="card divide-y divide-line">
          {disk.workspaces
            .toSorted((a, b) => b.bytes - a.bytes)
            .map(({ name, bytes: size }) => (
              <li key={name} className="flex items-center gap-3 px-3.5 py-2">
                <span className="min-w-0 flex-1 truncate font-mono text-xs">{name}</span>
                <span className="text-xs text-soft tabular">{bytes(size)}</span>
              </li>
            ))}
        </ul>
      )}
    </Section>
  </>
);

const PARTS: readonly (readonly [keyof Omit<Disk, 'workspaces'> | 'checkouts', string, string])[] = [
  ['checkouts', 'Workspaces', 'bg-run'],
  ['history', 'Git history', 'bg-ask'],
  ['caches', 'Dependency caches', 'bg-warn'],
  ['blobs', 'Evidence and outputs', 'bg-good'],
  ['database', 'Database', 'bg-faint'],
];

function DiskBar({ disk }: { disk: Disk }) {
  const checkouts = disk.workspaces.reduce((sum, { bytes: size }) => sum + size, 0);
  const values = { ...disk, checkouts };
  const sum = PARTS.reduce((total, [key]) => total + values[key], 0);
  return (
    <div className="card p-4">
      <p className="text-sm">
        <span className="text-lg font-semibold tabular">{bytes(sum)}</span>{' '}
        <span className="text-soft">
          in all; workspaces, history and caches take {bytes(disk.total)} of at most {bytes(disk.limit)}.{' '}
          {bytes(disk.free)} are free on this disk.
        </span>
      </p>
      <div className="mt-3 flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        {PARTS.map(([key, , colour]) => (
          <span key={key} className={colour} style={{ width: `${(values[key] / Math.max(1, sum)) * 100}%` }} />
        ))}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1.5 text-xs">
        {PARTS.map(([key, label, colour]) => (
          <div key={key} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2 rounded-full ${colour}`} />
            <dt className="text-soft">{label}</dt>
            <dd className="font-medium tabular">{bytes(values[key])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
