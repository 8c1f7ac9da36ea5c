import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { defineTool } from '#contracts/tool.ts';
import { type Located, locate, pathsOf, refuseGit } from '../files/locate.ts';
import type { PathLocks } from '../files/path-locks.ts';
import { isMissing, readTextFile, removeFile, type TextFile, writeText } from '../files/text-file.ts';
import { type NativeTool, toResult, WRITES } from './native-tool.ts';

const input = z.object({ patch: z.string().max(5_000_000) });
const output = z.object({ files: z.array(z.string()) });

export function patchTool(folder: string, locks: PathLocks): NativeTool<typeof input, typeof output> {
  // Exactly what was permitted is done: the places found for the permission are not resolved again.
  const prepared = new WeakMap<object, FilePatch[]>();
  return {
    parallel: false,
    tool: defineTool({
      name: 'patch',
      title: 'Apply a patch',
      description:
        'Applies a unified diff to one or more files, all of it or nothing. /dev/null for new and removed files.',
      input,
      output,
      annotations: WRITES,
      examples: [{ title: 'One line', input: { patch: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n' } }],
      errors: { TOOL_INPUT_INVALID: 'it is not a unified diff, or does not fit the files' },
      run: (wish) =>
        toResult(async () => {
          const wanted = prepared.get(wish) ?? (await readPatch(folder, wish.patch));
          return locks.hold(
            wanted.flatMap(({ from, to }) => [from?.path ?? '', to?.path ?? '']),
            async () => {
              const changes: Change[] = [];
              for (const each of wanted) changes.push(...(await plan(folder, each, changes)));
              await apply(folder, changes);
              const files = changes.map(({ place }) => place.path);
              return { ok: true, output: { files }, text: `patched ${files.join(', ')}` };
            },
          );
        }),
    }),
    async prepare({ patch }) {
      const wanted = await readPatch(folder, patch);
      const places = wanted.flatMap(({ from, to }) => [from, to]);
      const paths = pathsOf(...places.filter((place) => place !== undefined));
      const wish = { patch };
      prepared.set(wish, wanted);
      return { ok: true, action: { type: 'write', paths }, input: wish };
    },
  };
}

interface FilePatch {
  readonly from: Located | undefined;
  readonly to: Located | undefined;
  readonly patch: StructuredPatch;
}

/** A file before and after; undefined where there is none. */
interface Change {
  readonly place: Located;
  readonly before: TextFile | undefined;
  readonly after: TextFile | undefined;
}

async function readPatch(folder: string, text: string): Promise<FilePatch[]> {
  const files = parsed(text).filter(({ hunks, isRename }) => hunks.length > 0 || isRename === true);
  if (files.length === 0) throw unfit('it holds no change', 'Give a unified diff: ---, +++, then @@ hunks.');
  return Promise.all(
    files.map(async (patch) => {
      const from = await placeOf(folder, patch.oldFileName, 'a/');
      const to = await placeOf(folder, patch.newFileName, 'b/');
      if (from === undefined && to === undefined)
        throw unfit('a part of it names no file', 'Name it after --- and +++.');
      return { from, to, patch };
    }),
  );
}

function parsed(text: string): StructuredPatch[] {
  try {
    return parsePatch(text.endsWith('\n') ? text : `${text}\n`);
  } catch (cause) {
    throw unfit(
      `it is not a unified diff: ${cause instanceof Error ? cause.message : String(cause)}`,
      'The numbers after @@ must count the lines of the hunk.',
    );
  }
}

async function placeOf(folder: string, name: string | undefined, prefix: string): Promise<Located | undefined> {
  const path = name?.replace(/\t.*$/, '').trim() ?? '';
  if (path === '' || path === '/dev/null') return undefined;
  const place = await locate(folder, path.startsWith(prefix) ? path.slice(prefix.length) : path);
  refuseGit(place);
  return place;
}

async function plan(folder: string, { from, to, patch }: FilePatch, earlier: readonly Change[]): Promise<Change[]> {
  const source = from === undefined ? undefined : await fileAt(folder, from, earlier);
  if (from !== undefined && source === undefined) throw unfit(`${from.path} does not exist`);
  if (from === undefined && to !== undefined && (await fileAt(folder, to, earlier)) !== undefined) {
    throw unfit(`${to.path} already exists`, 'To change a file that exists, name it after --- too.');
  }
  const text = applyPatch(source?.text ?? '', patch, { fuzzFactor: 0 });
  if (text === false) throw unfit(`it does not fit ${(from ?? to)?.path}`, 'Read the file: its lines are others now.');
  const moved = from !== undefined && to !== undefined && from.path !== to.path;
  if (moved && (await fileAt(folder, to, earlier)) !== undefined) throw unfit(`${to.path} already exists`);
  return [
    ...(from !== undefined && (to === undefined || moved) ? [{ place: from, before: source, after: undefined }] : []),
    ...(to === undefined
      ? []
      : [{ place: to, before: moved ? undefined : source, after: { text, mode: source?.mode ?? 0o644 } }]),
  ];
}

/** As earlier parts of the same patch leave it. */
async function fileAt(folder: string, place: Located, earlier: readonly Change[]): Promise<TextFile | undefined> {
  const changed = earlier.findLast((each) => each.place.path === place.path);
  if (changed !== undefined) return changed.after;
  return readTextFile(folder, place).catch((thrown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });
}

async function apply(folder: string, changes: readonly Change[]): Promise<void> {
  const done: Change[] = [];
  try {
    for (const change of changes) {
      done.push(change);
      await put(folder, change.place, change.after);
    }
  } catch (thrown) {
    for (const { place, before } of done.toReversed()) await put(folder, place, before).catch(() => undefined);
    throw thrown;
  }
}

const put = async (folder: string, place: Located, file: TextFile | undefined): Promise<void> => {
  if (file !== undefined) return writeText(folder, place, file.text, file.mode);
  await removeFile(folder, place).catch((thrown) => {
    if (!isMissing(thrown)) throw thrown;
  });
};

const unfit = (message: string, next?: string): AssayError =>
  new AssayError('TOOL_INPUT_INVALID', `the patch was not applied: ${message}`, next === undefined ? {} : { next });
