import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { defineTool, type ToolContext } from '#contracts/tool.ts';
import { homeOf } from '#host/home.ts';
import { askVersion } from './ask-version.ts';
import { binaryCache } from './cache.ts';
import { everyoneWrites, inspect } from './inspect.ts';
import { namesLike } from './names-like.ts';
import { PLACE_KINDS } from './places.ts';
import { type BinaryAnswer, type BinaryQuery, search } from './search.ts';
import { parseVersion } from './version.ts';
import { foundText, notFoundError } from './words.ts';

const VERSION = /^v?\d{1,9}(\.\d{1,9}){0,5}(-[\w.-]{1,64})?(\+[\w.-]{1,64})?$/;

const Input = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a NUL cannot be a file's
    .regex(/^(?!\.{1,2}$)[^/\x00]+$/, 'a bare program name, without a folder')
    .describe('The program, as you would type it: a bare name such as "cargo", no folder'),
  minVersion: z
    .string()
    .regex(VERSION, 'a version such as 1.2 or 1.2.3')
    .optional()
    .describe('The oldest version that will do, such as "1.75"; the program is then asked for its version'),
  version: z
    .boolean()
    .default(false)
    .describe('Ask the program for its version (runs it with --version) even where any will do'),
  prefer: z
    .enum(['path', 'project'])
    .default('path')
    .describe('Which to take when there are several: the one on PATH, as a shell would, or the project’s own'),
  fresh: z.boolean().default(false).describe('Search again, ignoring what is remembered'),
});

const Output = z.strictObject({
  name: z.string().describe('The program asked for'),
  path: z
    .string()
    .describe('Absolute path to run it by. May be a link: programs such as rustup look at the name they are run by'),
  canonicalPath: z.string().describe('The file itself, all symbolic links resolved'),
  from: z
    .enum(PLACE_KINDS)
    .describe('path: a folder of PATH; project: the project’s own programs; global: a usual place'),
  version: z.string().nullable().describe('What it says its version is; null when it was not asked or did not say'),
  cache: z
    .enum(['hit', 'stored', 'unused', 'failed'])
    .describe(
      'hit: remembered and checked to be unchanged; stored: searched and remembered; unused: no place to remember; failed: it could not be written',
    ),
  passedOver: z
    .array(z.strictObject({ path: z.string(), why: z.string() }))
    .describe('Files of that name that were not taken, and why: not executable, too old, version unknown'),
  others: z.array(z.string()).describe('Further programs of that name that come later in the order'),
  looked: z.array(z.string()).describe('Every folder searched, in order'),
});

export interface FindBinaryOptions {
  /** The cache folder; default: from ASSAY_HOME or HOME of the call's environment. */
  readonly cacheFolder?: string;
  /** The home whose ~/.cargo/bin and the like are searched; default: HOME of the call's environment, or the user's. */
  readonly userHome?: string;
}

export const findBinaryTool = (options: FindBinaryOptions = {}) =>
  defineTool({
    name: 'find-binary',
    title: 'Find a program',
    description:
      'Finds a program by name: on PATH, among the project’s own programs (node_modules/.bin, target/release, target/debug, .venv/bin, venv/bin, vendor/bin, bin; here, up to the top of the repository and in the two folders above) and in the usual places that are often not on PATH (~/.cargo/bin, ~/.local/bin, ~/go/bin, /usr/local/bin, /opt/homebrew/bin and others). It checks that the file can be run, answers with its absolute path, and takes the first one that is at least the version asked for. When a version is asked for, the program is run once with --version (5 s at most). Answers are remembered per workspace and checked before they are used again. When there is none, the error says every place that was searched and which names come near.',
    input: Input,
    output: Output,
    // It starts a program that it found when a version is asked for, which a checkout may have supplied.
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: 'Where is the shell?', input: { name: 'sh' } },
      { title: 'A git that is new enough', input: { name: 'git', minVersion: '2.20' } },
      { title: 'The project’s own, before the one on PATH', input: { name: 'node', prefer: 'project', version: true } },
    ],
    errors: {
      BINARY_NOT_FOUND: 'No file of that name in any of the places; the message lists them, and the nearest names.',
      BINARY_NOT_EXECUTABLE: 'There are files of that name, but none that this user can run.',
      BINARY_TOO_OLD: 'Every program of that name that says its version is older than the minimum.',
      BINARY_VERSION_UNKNOWN: 'A minimum was asked for and no program of that name tells its version.',
      TOOL_INPUT_INVALID: 'The name holds a folder, or the minimum is not a version.',
    },
    overrun: 'stop',
    run: async (input, context) => {
      const query = queryOf(input);
      const answer = await search(query, surroundings(options, context), effectsOf(query, options, context));
      if (answer.kind !== 'found') return { ok: false, error: notFoundError(answer, query) };
      return { ok: true, output: outputOf(query, answer), text: foundText(answer) };
    },
  });

function queryOf({ name, minVersion, version, prefer, fresh }: z.output<typeof Input>): BinaryQuery {
  const minimum = minVersion === undefined ? null : parseVersion(minVersion);
  if (minVersion !== undefined && !minimum)
    throw new AssayError('TOOL_INPUT_INVALID', `${minVersion} is not a version`);
  return { name, prefer, fresh, minimum, ask: version || minimum !== null };
}

const surroundings = ({ userHome }: FindBinaryOptions, { cwd, env = {} }: ToolContext) => ({
  cwd: resolve(cwd),
  top: topOf(resolve(cwd)),
  env,
  userHome: userHome ?? env.HOME ?? userInfo().homedir,
});

/** Where the repository begins that a folder is in. */
function topOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function effectsOf(query: BinaryQuery, options: FindBinaryOptions, { cwd, env = {}, signal }: ToolContext) {
  const folder = options.cacheFolder ?? (env.ASSAY_HOME || env.HOME ? homeOf(env).cache : null);
  return {
    inspect,
    everyoneWrites,
    askVersion: (path: string) => askVersion(path, { cwd, env, signal }),
    namesLike: (folders: readonly string[]) => namesLike(query.name, folders),
    now: Date.now,
    cache: folder === null ? null : binaryCache(folder, resolve(cwd)),
  };
}

const outputOf = (
  { name }: BinaryQuery,
  answer: Extract<BinaryAnswer, { kind: 'found' }>,
): z.output<typeof Output> => ({
  name,
  path: answer.found.path,
  canonicalPath: answer.found.canonicalPath,
  from: answer.found.place.kind,
  version: answer.version,
  cache: answer.cache,
  passedOver: [...answer.passedOver],
  others: answer.others.map(({ path }) => path),
  looked: answer.places.map(({ folder }) => folder),
});
