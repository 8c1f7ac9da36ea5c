/** Setup speaks on stderr, so that a command's stdout stays its own. */
export function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}

/** Something a person has to do first: shown as it is, without a stack. */
export class SetupError extends Error {}
