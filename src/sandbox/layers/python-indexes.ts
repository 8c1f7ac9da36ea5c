import { parse } from 'smol-toml';
import { z } from 'zod';
import { pipSettings } from './pip-config.ts';

/** Where a manager of Python packages looks for them. */
export interface PythonIndexes {
  /** Instead of the public one. */
  readonly index?: string | undefined;
  readonly extra: readonly string[];
  /** Folders or pages of files. */
  readonly links: readonly string[];
  readonly noIndex: boolean;
  readonly cert?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `printed` is the output of `pip config list`; pip reads the environment too, but it may be missing. */
export function pipIndexes(printed: string, env: Env): PythonIndexes {
  const said = pipSettings(printed);
  const value = (name: string): string | undefined =>
    env[`PIP_${name.replaceAll('-', '_').toUpperCase()}`] ?? said[name];
  return {
    index: value('index-url'),
    extra: words(value('extra-index-url')),
    links: words(value('find-links')),
    noIndex: isOn(value('no-index')),
    cert: value('cert'),
  };
}

/** `files` are uv's settings of the machine and of the person; the later takes precedence. */
export function uvIndexes(files: readonly string[], env: Env): PythonIndexes {
  const settings: z.output<typeof UvSettings> = Object.assign({}, ...files.map(readUv));
  const listed = settings.index ?? [];
  const extra = [...words(env.UV_INDEX), ...words(env.UV_EXTRA_INDEX_URL)].map((word) => word.replace(/^[\w.-]+=/, ''));
  const inFile = [
    ...listed.filter((index) => !index.default).map(({ url }) => url),
    ...(settings['extra-index-url'] ?? []),
  ];
  return {
    index:
      env.UV_DEFAULT_INDEX ?? env.UV_INDEX_URL ?? listed.find((index) => index.default)?.url ?? settings['index-url'],
    extra: extra.length > 0 ? extra : inFile,
    links: env.UV_FIND_LINKS?.split(',') ?? settings['find-links'] ?? [],
    noIndex: isOn(env.UV_NO_INDEX) || settings['no-index'] === true,
  };
}

const UvSettings = z
  .object({
    'index-url': z.string(),
    'extra-index-url': z.array(z.string()),
    'find-links': z.array(z.string()),
    'no-index': z.boolean(),
    index: z.array(z.object({ url: z.string(), default: z.boolean().default(false) })),
  })
  .partial();

function readUv(text: string): z.output<typeof UvSettings> {
  try {
    return UvSettings.parse(parse(text));
  } catch {
    return {}; // uv itself will report the problem
  }
}

const words = (text: string | undefined): string[] => text?.split(/\s+/).filter(Boolean) ?? [];

const isOn = (text: string | undefined): boolean => /^(?:1|true|yes|on)$/i.test(text ?? '');
