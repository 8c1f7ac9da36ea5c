import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ShellParser } from '#code/shell-tree.ts';
import type { AskPerson, GrantHolders, PermissionMode, PermissionSettings, Permit } from '#contracts/permission.ts';
import type { Home } from '#host/home.ts';
import { fileGrants } from '../permissions/grants-file.ts';
import { onlyNamedTools } from '../permissions/only-named-tools.ts';
import { permitFor } from '../permissions/permit.ts';

export interface ChatPermitOptions {
  readonly mode: PermissionMode;
  readonly settings: PermissionSettings | undefined;
  readonly holders: GrantHolders;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: Pick<Home, 'root'>;
  readonly parser: ShellParser;
  readonly askPerson?: AskPerson | undefined;
  readonly now: () => number;
  /** The tools that the agent's definition allows. */
  mayUse(tool: string): boolean;
}

/** Where answers that outlive an attempt are kept. */
export const grantsOf = ({ root }: Pick<Home, 'root'>) => fileGrants(join(root, 'grants.json'));

export function chatPermit(options: ChatPermitOptions): Permit {
  const { mode, settings, holders, folder, env, parser, askPerson, now, mayUse } = options;
  const permit = permitFor({
    mode,
    rules: settings?.rules ?? [],
    dangerous: settings?.dangerous ?? 'deny',
    grants: grantsOf(options.home),
    holders,
    project: folder,
    ...(env.HOME === undefined ? {} : { home: env.HOME }),
    parser,
    lookup: { script: (name) => scriptOf(folder, name) },
    ...(askPerson === undefined ? {} : { askPerson }),
    now,
  });
  return onlyNamedTools(permit, mayUse);
}

const Manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** As it is now: an agent may have changed it since the last time. */
function scriptOf(folder: string, name: string): string | null {
  try {
    const { scripts } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    return scripts[name] ?? null;
  } catch {
    return null;
  }
}
