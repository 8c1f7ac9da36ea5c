import type { ServiceSetting, ServiceSettings } from '#contracts/toolchain.ts';
import { tableOf } from '#host/table-of.ts';

/** A service for the tests, as shell lines. */
export interface Service {
  readonly name: string;
  /** Programs that must be installed. */
  readonly needs: readonly string[];
  /** Stays in the foreground; `$DIR` is an empty folder of its own. */
  readonly command: string;
  readonly ready: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** What a person installs. */
  readonly install: string;
}

type Known = Omit<Service, 'name' | 'seconds'>;

const KNOWN: Readonly<Record<string, Known>> = tableOf({
  redis: {
    needs: ['redis-server', 'redis-cli'],
    command: 'exec redis-server --bind 127.0.0.1 --port 6379 --save "" --appendonly no --dir "$DIR"',
    ready: 'redis-cli -h 127.0.0.1 -p 6379 ping | grep -q PONG',
    env: { REDIS_URL: 'redis://127.0.0.1:6379' },
    install: 'Debian: redis-server',
  },
  postgres: {
    needs: ['initdb', 'postgres', 'psql'],
    // No data outlives the run, so nothing has to be written durably.
    command:
      'initdb -D "$DIR/data" -U postgres -A trust -E UTF8 --no-locale --no-sync >/dev/null && exec postgres -D "$DIR/data" -k "$DIR" -h 127.0.0.1 -p 5432 -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c shared_buffers=16MB -c max_connections=50',
    ready:
      'psql -h 127.0.0.1 -p 5432 -U postgres -d test -c "select 1" >/dev/null 2>&1 || psql -h 127.0.0.1 -p 5432 -U postgres -d postgres -c "create database test" >/dev/null 2>&1',
    env: {
      ...{ DATABASE_URL: 'postgresql://postgres@127.0.0.1:5432/test', PGHOST: '127.0.0.1', PGPORT: '5432' },
      ...{ PGUSER: 'postgres', PGDATABASE: 'test' },
    },
    install: 'Debian: postgresql',
  },
});

const SECONDS = 30;

/** The configuration's services; its settings override Assay's for services that Assay knows. */
export const servicesOf = (settings: ServiceSettings): Service[] =>
  Object.entries(settings).flatMap(([name, setting]) => {
    const stated: ServiceSetting = setting === true ? {} : setting;
    const known = KNOWN[name];
    const command = stated.command ?? known?.command;
    const ready = stated.ready ?? known?.ready;
    if (command === undefined || ready === undefined) return [];
    return [
      {
        ...{ name, command, ready, seconds: stated.seconds ?? SECONDS },
        needs: stated.command === undefined ? (known?.needs ?? []) : [],
        env: { ...known?.env, ...stated.env },
        install: known?.install ?? 'as its own documentation says',
      },
    ];
  });
