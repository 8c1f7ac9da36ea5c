import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownPlace, KnownStanding, knowledgeRoutes, Neighbour } from '#contracts/http/knowledge-routes.ts';
import { openConflicts, resolveConflict } from '#knowledge/conflicts/conflicts.ts';
import { Firewall } from '#knowledge/firewall/firewall.ts';
import { GUESSED } from '#knowledge/graph/traverse.ts';
import type { Knowledge } from '#knowledge/knowledge.ts';
import type { KnowledgeNode } from '#knowledge/store/node-types.ts';
import { lookUp, placeLabelOf } from '#knowledge/tools/look-up.ts';
import { freshnessOf, isUnchanged } from '#knowledge/trust/freshness.ts';
import { trustOf } from '#knowledge/trust/trust.ts';
import type { Handlers } from '../bind.ts';
import { KnownProjects } from '../known-projects.ts';
import type { ServerContext } from '../server-context.ts';

const PROJECTS = 20;
const PLACES = 12;
/** Several functions of the best files are shown: the second or third is often the right one. */
const CLOSE_FILES = 4;
const CLOSE_PLACES = 3;
const NOTES = 6;
const NEIGHBOURS = 60;

export function knowledgeAnswers({ env, me }: ServerContext): Handlers<typeof knowledgeRoutes> {
  const projects = new KnownProjects(env);
  return {
    knownProjects: async () => ({
      projects: (await Promise.all((await projects.newest(PROJECTS)).map((id) => aboutProject(projects, id)))).flat(),
    }),
    searchKnown: async ({ params, query }) => search(await projects.open(params.project), query.question),
    neighbourhood: async ({ params, query }) => around(await projects.open(params.project), query.name),
    waitingFacts: async ({ params }) => waiting(await projects.open(params.project)),
    decideFact: async ({ params, body: { id, decision } }) => {
      const wall = wallOf(await projects.open(params.project));
      if (decision === 'approve') wall.approve(id, me);
      else wall.reject(id, me);
      return { waiting: wall.queue().length };
    },
    resolveDispute: async ({ params, body: { id, keep } }) => {
      const knowledge = await projects.open(params.project);
      resolveConflict(knowledge, id, `keep_${keep}`);
      return { disputed: openConflicts(knowledge).length };
    },
    readAgain: async ({ params }) => {
      const { files, changed, removed } = await (await projects.open(params.project)).index();
      return { files, changed, removed };
    },
  };
}

const wallOf = ({ store, root, now }: Knowledge): Firewall => new Firewall(store, root, now);

/** A project that cannot be opened shows nothing: the others are shown all the same. */
async function aboutProject(projects: KnownProjects, id: string) {
  const knowledge = await projects.open(id).catch(() => null);
  return knowledge === null ? [] : [projectFacts(id, knowledge)];
}

function projectFacts(id: string, knowledge: Knowledge) {
  const count = (sql: string): number => Number(knowledge.store.db.get(sql)?.n ?? 0);
  return {
    id,
    root: knowledge.root,
    files: count('SELECT count(*) AS n FROM files'),
    symbols: count("SELECT count(*) AS n FROM nodes WHERE domain = 'code' AND kind IN ('function', 'type')"),
    waiting: wallOf(knowledge).queue().length + openConflicts(knowledge).length,
  };
}

async function search(knowledge: Knowledge, question: string) {
  const { store, code } = knowledge;
  await code.prepare(question);
  const found = code.search(question, { limit: PLACES }).flatMap(({ path, chunks }, at) => {
    const most = at < CLOSE_FILES ? CLOSE_PLACES : 1;
    const symbols = chunks.flatMap(({ symbol }) => (symbol && store.byKey(`code:${path}#${symbol}`)) || []);
    return symbols.length > 0 ? symbols.slice(0, most) : (store.byKey(`code:${path}`) ?? []);
  });
  const places = [...new Map(found.map((node) => [node.id, node])).values()].map((node) => placeIn(knowledge, node));
  const notes = (['history', 'academic'] as const)
    .flatMap((domain) => store.search(question, { domain, limit: NOTES }))
    .slice(0, NOTES)
    .map(({ node }) => ({
      text: node.text.slice(0, 600),
      source: String(node.meta.cite ?? store.sources(node.id)[0]?.id ?? 'unknown'),
      kind: node.kind,
      standing: standingOf(knowledge, node),
    }));
  return { places, notes };
}

function around(knowledge: Knowledge, name: string) {
  const { store } = knowledge;
  const centre = store.byKey(`code:${name}`) ?? lookUp(knowledge, name)[0];
  if (!centre) throw new Error('a name that is looked up is found or refused');
  const [before = [], after = []] = (['in', 'out'] as const).map((way) =>
    store.edges(centre.id, way, ['calls', 'imports', 'defines', 'documents']).flatMap((edge): Neighbour[] => {
      const node = store.byId(way === 'in' ? edge.source : edge.target);
      return node ? [{ by: edge.kind, way, sure: edge.weight > GUESSED, place: placeIn(knowledge, node) }] : [];
    }),
  );
  // One that everything uses still shows what it uses itself.
  const room = Math.max(NEIGHBOURS / 2, NEIGHBOURS - after.length);
  const shown = [...before.slice(0, room), ...after.slice(0, Math.max(NEIGHBOURS / 2, NEIGHBOURS - before.length))];
  return {
    centre: placeIn(knowledge, centre),
    signature: String(centre.meta.signature ?? ''),
    neighbours: shown,
    more: before.length + after.length - shown.length,
  };
}

function waiting(knowledge: Knowledge) {
  return {
    waiting: wallOf(knowledge)
      .queue()
      .map(({ id, fact, reasons, at, expiresAt }) => ({
        ...{ id, statement: fact.statement, by: fact.by, reasons, at, expiresAt },
      })),
    disputed: openConflicts(knowledge).map(({ id, kind, detail, a, b }) => ({
      ...{ id, kind, detail },
      texts: [...new Set([a, b])].map((node) => knowledge.store.byId(node)?.text.slice(0, 400) ?? ''),
    })),
  };
}

function placeIn(knowledge: Knowledge, node: KnowledgeNode): KnownPlace {
  const { path, first, last, kind } = node;
  const name = node.key.replace(/^code:/, '');
  return { name, label: placeLabelOf(node), kind, path, first, last, standing: standingOf(knowledge, node) };
}

function standingOf(knowledge: Knowledge, node: KnowledgeNode): KnownStanding {
  const { store, now } = knowledge;
  const changed = hasChanged(knowledge, node);
  return {
    trust: trustOf(store, node, now()),
    level: node.trust,
    freshness: freshnessOf(node, now(), !changed && isUnchanged(store, node)),
    changed,
    verifiedAt: node.verifiedAt,
  };
}

/** By size and time: what the next indexing would read again. */
function hasChanged({ store, root }: Knowledge, { domain, path }: KnowledgeNode): boolean {
  if (domain !== 'code' || path === null) return false;
  const known = store.db.get('SELECT size, mtime FROM files WHERE path = ?', path);
  if (!known) return false;
  const now = lstatSync(join(root, path), { throwIfNoEntry: false });
  return now === undefined || now.size !== known.size || now.mtimeMs !== known.mtime;
}
