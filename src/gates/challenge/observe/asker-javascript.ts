import { profileFor } from '#project/test-runners/profiles.ts';
import { ownRealm, watchProgram } from './programs.ts';

export interface AskerOptions {
  readonly nonce: string;
  readonly pipe: string;
}

/** Writes answers to the pipe: a CommonJS module. */
export const answersJavascript = ({ nonce, pipe }: AskerOptions): string =>
  ownRealm(
    watchProgram('asker-realm.cjs', { VALUES: watchProgram('values.cjs'), LOOKS: watchProgram('looks.cjs') }),
    pipe,
    { nonce },
  );

/** A program of its own, which shows no sign of a test. */
export const plainJavascript = (): string => watchProgram('ask-plainly.mjs', { ASKING: watchProgram('asking.cjs') });

/** The same calls under the project's runner, in a file with the name of one of its tests. */
export function controlJavascript(runner: string, folder: string): string | null {
  const { asks } = profileFor(runner);
  if (!asks) return null;
  return `${asks.test}(${JSON.stringify('asks')}, async () => {
  const here = process.getBuiltinModule('module').createRequire(${JSON.stringify(`${folder}/`)});
  const { resolve } = process.getBuiltinModule('path');
  ${watchProgram('asking.cjs')}
  const load = ${asks.load};
  await asking(here(${JSON.stringify(`${folder}/a.cjs`)}), async (path) => load(path), { ...here(${JSON.stringify(`${folder}/o.json`)}), before: [] });
});
`;
}
