import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { Fact } from '../firewall/fact.ts';
import { Firewall } from '../firewall/firewall.ts';
import { graphNeighbours } from '../graph/traverse.ts';
import type { Knowledge } from '../knowledge.ts';
import { planPreflight } from '../preflight/plan-tool.ts';
import { ANSWER_FORMATS, FoundPlace } from '../resolve/format.ts';
import { INTENTS } from '../resolve/intent.ts';
import { NO_MATCHES, resolve } from '../resolve/resolve.ts';
import { answered } from './answered.ts';
import { claimTools } from './claim-tools.ts';
import { documentTools } from './document-tools.ts';
import { historyTools } from './history-tools.ts';
import { knownPlace, LinkedPlace, linkedPlace, linkedTo, lookUp, NamedPlace } from './look-up.ts';
import { storeSummary } from './summary-tool.ts';
import { wholeTools } from './whole-tools.ts';

const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;

/** The tools that give agents knowledge about their project. `open` brings it up to date first. */
export function knowledgeTools(open: () => Promise<Knowledge>): Tool[] {
  return [
    searchCode(open),
    findFunction(open),
    getSymbol(open),
    graphTool(open, 'out'),
    graphTool(open, 'in'),
    fileSymbols(open),
    ...historyTools(open),
    ...documentTools(open),
    ...claimTools(open),
    ...wholeTools(open),
    planPreflight(open),
    remember(open),
    storeSummary(open),
  ];
}

const searchCode = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'search_code',
    title: 'Search the project',
    description:
      'The files and functions a question or a task is about, with lines and the code of the best, within a token budget; and what is remembered about it. Ask this before you list folders or grep. If you know them, pass `intent` and `subject`: answers are then found again however the question is put.',
    input: z.object({
      question: z.string().min(1).max(4_000).describe('In words or identifiers'),
      budget: z.number().int().min(100).max(8_000).default(800).describe('Tokens the answer may have'),
      in: z.enum(['source', 'test', 'other']).default('source').describe('Code, its tests, or documents and scripts'),
      intent: z.enum(INTENTS).optional(),
      subject: z.string().max(200).optional().describe('What it is about, in two or three words'),
      format: z.enum(ANSWER_FORMATS).default('markdown'),
    }),
    output: z.object({
      text: z.string(),
      tokens: z.number(),
      cached: z.boolean(),
      unused: z.number().describe('Tokens of the budget that were not needed'),
      why: z.string(),
      places: z.array(FoundPlace),
    }),
    annotations: READS,
    examples: [{ title: 'Where to begin', input: { question: 'retry when the stream breaks' } }],
    errors: {},
    positional: ['question'],
    run: async ({ question, budget, in: facet, intent, subject, format }) => {
      const knowledge = await open();
      const without = await knowledge.code.prepare(subject === undefined ? question : `${question} ${subject}`);
      const { text, tokens, cached, places, unused, why } = resolve(knowledge, question, {
        ...{ budget, facet, format, without },
        ...(intent ? { intent } : {}),
        ...(subject ? { subject } : {}),
      });
      return { ok: true, output: { text, tokens, cached, unused, why, places: [...places] }, text };
    },
  });

const findFunction = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'find_function',
    title: 'Find a function by what it does',
    description:
      'Functions and methods from anywhere in the project, best first, for a sentence about what one does. Ask it before you write a helper: it may be there already.',
    input: z.object({
      does: z.string().min(1).max(1_000).describe('One sentence, as its doc comment would say it'),
      in: z.enum(['source', 'test', 'other']).default('source').describe('Code, its tests, or documents and scripts'),
      limit: z.number().int().min(1).max(50).default(10),
    }),
    output: z.object({
      functions: z.array(
        z.object({ path: z.string(), symbol: z.string(), first: z.number(), last: z.number(), score: z.number() }),
      ),
    }),
    annotations: READS,
    examples: [{ title: 'Is there one already?', input: { does: 'Checks whether a process is still alive' } }],
    errors: {},
    positional: ['does'],
    run: async ({ does, in: facet, limit }) => {
      const { code } = await open();
      const without = await code.prepare(does);
      const functions = code.pieces(does, { limit, facet });
      const said = without === undefined ? '' : `(${without})\n`;
      const text = functions.map(({ symbol, path, first, last }) => `${symbol}  ${path}:${first}-${last}`).join('\n');
      return { ok: true, output: { functions }, text: said + (text || NO_MATCHES) };
    },
  });

const getSymbol = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'get_symbol',
    title: 'Look a symbol up',
    description:
      'Where a function, class or file is, its signature, what it calls and who calls it. The name must exist; near ones are offered.',
    input: z.object({ name: z.string().min(1).describe('push, Stack.push, or a path') }),
    output: z.object({
      symbols: z.array(
        NamedPlace.extend({ signature: z.string(), calls: z.array(LinkedPlace), calledBy: z.array(LinkedPlace) }),
      ),
    }),
    annotations: READS,
    examples: [{ title: 'A function', input: { name: 'runProcess' } }],
    errors: { SLICE_NOT_FOUND: 'Nothing in the project has that name.' },
    positional: ['name'],
    run: async ({ name }) =>
      answered(async () => {
        const knowledge = await open();
        const around = (id: number, way: 'in' | 'out') =>
          graphNeighbours(knowledge.store, id, { way, kinds: ['calls'], limit: 20 }).map(linkedPlace);
        return {
          symbols: lookUp(knowledge, name).map((node) => ({
            ...knownPlace(node),
            signature: String(node.meta.signature ?? ''),
            calls: around(node.id, 'out'),
            calledBy: around(node.id, 'in'),
          })),
        };
      }),
  });

const graphTool = (open: () => Promise<Knowledge>, way: 'out' | 'in') =>
  defineTool({
    name: way === 'out' ? 'get_dependencies' : 'get_dependents',
    title: way === 'out' ? 'What it depends on' : 'What depends on it',
    description:
      way === 'out'
        ? 'What a file or symbol imports and calls.'
        : 'What imports a file or calls a symbol: look here before you change it.',
    input: z.object({ name: z.string().min(1), depth: z.number().int().min(1).max(5).default(1) }),
    output: z.object({ found: z.array(LinkedPlace.extend({ by: z.string(), depth: z.number() })) }),
    annotations: READS,
    examples: [{ title: 'One step', input: { name: 'runProcess' } }],
    errors: { SLICE_NOT_FOUND: 'Nothing in the project has that name.' },
    positional: ['name'],
    run: async ({ name, depth }) =>
      answered(async () => ({
        found: linkedTo(await open(), name, way, depth).map((linked) => ({
          ...linkedPlace(linked),
          by: linked.by,
          depth: linked.depth,
        })),
      })),
  });

const fileSymbols = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'file_symbols',
    title: 'What a file defines',
    description: 'The symbols of a file with their lines: a map of it for a fraction of its tokens.',
    input: z.object({ path: z.string().min(1) }),
    output: z.object({ symbols: z.array(NamedPlace) }),
    annotations: READS,
    examples: [{ title: 'A file', input: { path: 'src/host/run-process.ts' } }],
    errors: { SLICE_NOT_FOUND: 'There is no such file in the project.' },
    positional: ['path'],
    run: async ({ path }) =>
      answered(async () => {
        const knowledge = await open();
        lookUp(knowledge, path);
        return {
          symbols: knowledge.store
            .inFile(path)
            .filter(({ kind }) => kind !== 'file')
            .map(knownPlace),
        };
      }),
  });

const remember = (open: () => Promise<Knowledge>) =>
  defineTool({
    name: 'remember',
    title: 'Remember a fact',
    description:
      'Keeps a fact about the project for later sessions, if everything it names is confirmed: files, symbols, calls, imports, texts, numbers. One wrong detail refuses all of it; what can be neither confirmed nor refuted waits for a person.',
    input: Fact.omit({ by: true }),
    output: z.object({
      outcome: z.enum(['stored', 'queued', 'blocked']),
      confidence: z.number(),
      reasons: z.array(z.string()),
    }),
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      {
        title: 'A rule of the code',
        input: { statement: 'runProcess leaves no child behind', references: [{ kind: 'symbol', name: 'runProcess' }] },
      },
    ],
    errors: {},
    run: async ({ statement, references, session }) => {
      const { store, root, now } = await open();
      const judged = new Firewall(store, root, now).submit({
        statement,
        references,
        by: 'agent',
        ...(session === undefined ? {} : { session }),
      });
      return {
        ok: true,
        output: { outcome: judged.outcome, confidence: judged.confidence, reasons: [...judged.reasons] },
      };
    },
  });
