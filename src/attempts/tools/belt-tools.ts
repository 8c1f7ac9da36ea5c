import type { Tool } from '#contracts/tool.ts';
import { TOOLBELT } from '#tools/registry.ts';

/** The toolbelt's tools for an agent of our own loop: they read files of its folder, and start nothing. */
const OFFERED = ['preview', 'read', 'shell-check'] as const;

/** `read` is the loop's own for text; the toolbelt's picks a part by its format. */
const NAMES: Readonly<Record<string, string>> = { read: 'pick' };

export const beltTools = (): Promise<Tool[]> =>
  Promise.all(
    TOOLBELT.filter(({ name }) => OFFERED.some((each) => each === name)).map(async ({ name, load }) => {
      const tool = await load({});
      return { ...tool, name: NAMES[name] ?? name };
    }),
  );
