/** How the person can really call Assay: after `npm start` in a clone it is not on the PATH. */
export const commandName = (env: Readonly<Record<string, string | undefined>>): string =>
  env.npm_lifecycle_event === 'start' ? 'bin/assay' : 'assay';
