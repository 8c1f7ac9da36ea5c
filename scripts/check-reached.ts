import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isTestFile, ROOMS } from './rooms.ts';

/**
 * Exports of `src/` and `sim/` that only tests reach, or nothing does: code that no user can come to. It is wired or
 * deleted; a helper of tests lives in a folder `testing/`. `files`: source text by path from the repository's root.
 */
export function checkReached(files: ReadonlyMap<string, string>): string[] {
  const modules = new Map([...files].map(([path, source]) => [path, readModule(path, source)]));
  const used = new Set<string>();
  for (const [path, { imports, isTest }] of modules) {
    if (isTest || /\/testing\/|^(test|bench)\//.test(path)) continue;
    for (const { from, name } of imports) {
      const target = resolve(path, from);
      if (target !== undefined && target !== path) used.add(`${target}#${name}`);
    }
  }
  const problems: string[] = [];
  for (const [path, { exports, isTest, inner }] of modules) {
    if (isTest || !/^(src|sim)\//.test(path) || /\/(testing|test|fixtures)\//.test(path)) continue;
    if (used.has(`${path}#*`)) continue;
    for (const name of exports) {
      if (used.has(`${path}#${name}`) || KEPT[`${path}#${name}`] !== undefined) continue;
      // A type that a reached function of the same file shows to its callers is part of that function.
      if (inner.has(name)) continue;
      problems.push(`${path} exports ${name}, which only tests reach or nothing does. Wire it, delete it, or move it.`);
    }
  }
  return problems;
}

/** Exports that only tests reach, and why they stay. A line that is no longer needed is a problem too. */
const KEPT: Readonly<Record<string, string>> = {
  'src/agents/models/schema/claim-schema.ts#schemaOf': 'the one way tests make a claim schema',
  'src/code/shell-tree.ts#parseShell': 'parses one line and closes; tests need no parser of their own',
  'src/contracts/gate.ts#Accepted': 'one half of a verdict; the other half is used',
  'src/contracts/model.ts#NO_MODEL_USAGE': 'the zero of usages',
  'src/contracts/model.ts#addModelUsage': 'the sum of usages',
  'src/engine/log/memory-store.ts#MemoryStore': 'the second implementation of the store contract',
  'src/host/blob-store.ts#memoryBlobs': 'the second implementation of the blob contract',
  'src/host/clock.ts#manualClock': 'time is passed in; tests pass this one',
  'src/host/redact-stream.ts#redactStream': 'the whole-stream form that the property tests compare with',
  'src/policy/decide-command.ts#decideCommand': 'the decision on a line of text; sessions decide on parsed ones',
  'src/project/toolchain/discover.ts#chosen': 'what tests ask of a discovery',
  'src/project/toolchain/file-view.ts#viewOf': 'a view of files that are not on disk',
  'src/project/toolchain/settings.ts#settingsIn': 'settings of a view that is not on disk',
  'src/sandbox/seccomp.ts#DENIED': 'the list that tests try one by one',
  'src/tools/docs-check/check-repository-docs.ts#checkRepositoryDocs': 'checks our own docs in npm test',
  'src/tools/shell-check/corpus.ts#readCorpus': 'the corpus of shell-check',
  'src/workflows/gated-pr/effects.ts#EffectType': 'a name for documentation',
  'src/workflows/hybrid-tdd/account.ts#NO_ACCOUNT': 'the zero of accounts',
  'src/workspace/commit/commit-message.ts#parseMessage': 'the inverse that the property tests need',
  'src/workspace/git/diff.ts#touchedPaths': 'what tests ask of a diff',
  'src/knowledge/graph/traverse.ts#shortestPath': 'offered by the graph; its tool is not built yet',
  'src/knowledge/graph/traverse.ts#component': 'offered by the graph; its tool is not built yet',
  'src/knowledge/store/kinds.ts#EDGE_KINDS': 'the list that tests try one by one',
  'src/knowledge/store/kinds.ts#domainOf': 'what tests ask of a kind',
  'src/knowledge/trust/trust.ts#move': 'promotes and demotes; its command is not built yet',
  'src/knowledge/trust/trust.ts#invalidateSource': 'its command is not built yet',
  'src/knowledge/store/node-types.ts#TRUST_LEVELS': 'the list that tests try one by one',
};

interface Module {
  readonly imports: readonly { readonly from: string; readonly name: string }[];
  readonly exports: readonly string[];
  /** Exported names that the file itself uses. */
  readonly inner: ReadonlySet<string>;
  readonly isTest: boolean;
}

function readModule(path: string, source: string): Module {
  const { module, program } = parseSync(path, source);
  const imports: { from: string; name: string }[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) imports.push({ from: moduleRequest.value, name: '*' });
    for (const { importName } of entries)
      imports.push({
        from: moduleRequest.value,
        name: importName.kind === 'Name' ? (importName.name ?? '*') : importName.kind === 'Default' ? 'default' : '*',
      });
  }
  const exports: string[] = [];
  for (const { entries } of module.staticExports) {
    for (const { exportName, importName, moduleRequest } of entries) {
      const name = exportName.kind === 'Default' ? 'default' : exportName.name;
      if (moduleRequest)
        imports.push({ from: moduleRequest.value, name: importName.kind === 'Name' ? (importName.name ?? '*') : '*' });
      if (name) exports.push(name);
    }
  }
  const counts = new Map<string, number>();
  new Visitor({
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') imports.push({ from: String(node.source.value), name: '*' });
    },
    TSImportType: (node) => void imports.push({ from: String(node.source.value), name: '*' }),
    NewExpression: (node) => {
      const [first] = node.arguments;
      if (first?.type === 'Literal' && typeof first.value === 'string' && first.value.startsWith('.'))
        imports.push({ from: first.value, name: '*' });
    },
    Identifier: (node) => void counts.set(node.name, (counts.get(node.name) ?? 0) + 1),
  }).visit(program);
  const inner = new Set(exports.filter((name) => (counts.get(name) ?? 0) > 1));
  return {
    imports,
    exports,
    inner,
    isTest: isTestFile(
      path,
      imports.map(({ from }) => from),
    ),
  };
}

function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const room = ROOMS.find(({ name }) => specifier.startsWith(`#${name}/`));
  return room && posix.join(room.folder, specifier.slice(room.name.length + 2));
}
