import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The flags every side of the durable-nodes benchmark takes, Assay's included. */
export function readFlags() {
  const { values } = parseArgs({
    options: {
      shape: { type: 'string', default: 'chain' },
      nodes: { type: 'string', default: '1000' },
      layers: { type: 'string', default: '10' },
      width: { type: 'string', default: '100' },
      sync: { type: 'string', default: 'full' },
      form: { type: 'string' },
      dir: { type: 'string' },
      'count-commits': { type: 'boolean', default: false },
    },
  });
  if (!['chain', 'layers'].includes(values.shape)) throw new Error(`--shape is chain or layers, not "${values.shape}"`);
  if (!['full', 'normal', 'memory'].includes(values.sync))
    throw new Error(`--sync is full, normal or memory, not "${values.sync}"`);
  const own = values.dir === undefined;
  const dir = values.dir ?? mkdtempSync(join(tmpdir(), 'assay-bench-'));
  if (own) process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  const [layers, width] =
    values.shape === 'chain' ? [whole(values.nodes), 1] : [whole(values.layers), whole(values.width)];
  const { shape, sync, form } = values;
  return { shape, layers, width, nodes: layers * width, sync, form, dir, countCommits: values['count-commits'] };
}

/** The same shape once before the clock starts, so that no side is timed while it compiles its code. */
export const warmUp = (size) => ({ ...size });

/** Times one run, checks that every node ran exactly once, prints the line the harness reads. */
export async function timeAndReport({ peer, version, flags, form, run, durability, commits, note }) {
  const before = (await commits?.()) ?? 0;
  const started = process.hrtime.bigint();
  const counted = await run();
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (counted !== flags.nodes) throw new Error(`${peer}: ${counted} nodes counted, ${flags.nodes} expected`);
  const { shape, nodes, sync } = flags;
  const nodesPerSecond = nodes / seconds;
  const commitsPerNode = flags.countCommits && commits ? ((await commits()) - before) / nodes : undefined;
  const line = {
    peer,
    version,
    shape,
    form,
    nodes,
    sync,
    seconds,
    nodesPerSecond,
    durability: await durability(),
    commitsPerNode,
    note,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Commits in a SQLite write-ahead log: frames whose header says how large the database is after them. */
export function commitsInWal(file) {
  const wal = readFileSync(file);
  const frame = 24 + wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break; // left over from before the log was last reset
    if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

/** Reads the installed version; packages that do not export their package.json are found beside their entry. */
export function versionOf(name) {
  const from = createRequire(import.meta.url);
  for (const folder of from.resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    } catch {
      // not in this node_modules; the next one up may have it
    }
  }
  throw new Error(`${name} is not installed`);
}

export const SYNCHRONOUS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];

function whole(text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`"${text}" is not a whole number above 0`);
  return number;
}
