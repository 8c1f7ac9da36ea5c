/** What a newcomer can really type: after `npm start` in a clone nothing is on the PATH. */
export const commandName = (env: Readonly<Record<string, string | undefined>>): string =>
  env.npm_lifecycle_event === 'start' ? 'bin/assay' : 'assay';
