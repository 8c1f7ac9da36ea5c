import { programText } from '#host/program-text.ts';

/** A program that runs where the project's code runs, or a part of one. They are in `programs/`. */
export const watchProgram = (name: string, values: Readonly<Record<string, string>> = {}): string =>
  programText(new URL(`./programs/${name}`, import.meta.url), values);

/** A CommonJS module that works in a realm of its own and writes to the pipe. */
export const ownRealm = (realm: string, pipe: string, options: { readonly nonce: string }): string =>
  watchProgram('own-realm.cjs', {
    ...{ PIPE: JSON.stringify(pipe), REALM: JSON.stringify(realm), OPTIONS: JSON.stringify(options) },
  });
