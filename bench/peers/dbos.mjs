// DBOS on a Postgres of its own: two reads, then one transaction for every step.
import { DBOS } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import { findPostgres, startPostgres } from './postgres.mjs';
import { readFlags, timeAndReport, versionOf, warmUp } from './shape.mjs';

const flags = readFlags();
const bin = findPostgres();
if (bin === undefined) {
  process.stdout.write(
    `${JSON.stringify({ peer: 'DBOS', version: versionOf('@dbos-inc/dbos-sdk'), skipped: 'no postgres' })}\n`,
  );
  process.exit(0);
}
// Process-crash safety without waiting for the disk is synchronous_commit=off here; it keeps the database consistent.
const server = await startPostgres(bin, flags.dir, {
  synchronous_commit: flags.sync === 'full' ? 'on' : 'off',
  max_connections: 60,
});
const pool = new pg.Pool({ ...server.connection, max: 20 });
pool.on('error', () => {});
const quiet = () => {};
const logger = { info: quiet, debug: quiet, warn: quiet, error: (entry) => console.error(entry) };
DBOS.setConfig({
  name: 'bench',
  systemDatabasePool: pool,
  systemDatabaseUrl: 'postgresql://bench@localhost/postgres',
  logger,
  tracingEnabled: false,
});
const flow = DBOS.registerWorkflow(countNodes, { name: 'countNodes' });
try {
  await DBOS.launch();
  await flow(warmUp(flags));
  await timeAndReport({
    peer: 'DBOS',
    version: versionOf('@dbos-inc/dbos-sdk'),
    flags,
    form: 'steps',
    run: () => flow({ layers: flags.layers, width: flags.width }),
    durability,
    commits: walCommits,
    note: 'DBOS.runStep in one workflow; Postgres on a Unix socket',
  });
} finally {
  await DBOS.shutdown();
  await pool.end().catch(quiet);
  await server.stop();
}

async function countNodes({ layers, width }) {
  let count = 0;
  for (let layer = 0; layer < layers; layer += 1) {
    const steps = Array.from({ length: width }, () => DBOS.runStep(async () => 1, { name: 'increment' }));
    for (const one of await Promise.all(steps)) count += one;
  }
  return count;
}

async function durability() {
  const { rows } = await pool.query(
    `SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) AS said FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  return `Postgres ${(await pool.query('SHOW server_version')).rows[0].server_version.split(' ')[0]} ${rows[0].said}`;
}

/** Transactions that wrote: each takes an id, reads do not. */
async function walCommits() {
  const { rows } = await pool.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next');
  return Number(rows[0].next);
}
