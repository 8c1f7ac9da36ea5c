/** A module that is the only way to do something, and the word in code that does it. */
interface OneWay {
  readonly what: string;
  /** Found in the text of a file that does it itself. */
  readonly sign: RegExp;
  /** Files that may. */
  readonly by: RegExp;
  readonly next: string;
}

const ONE_WAY: readonly OneWay[] = [
  {
    what: 'posts mail to a run itself',
    sign: /\bpostMail\b/,
    by: /^src\/(contracts\/store\.ts|engine\/(log|steering|testing)\/)/,
    next: 'Steer it through engine/steering: `steerRun`, or `sendMail` where nothing is to be waited for.',
  },
  {
    what: 'takes a step of a run itself',
    sign: /import \{[^}]*\bstep\b[^}]*\} from '[^']*\/step\/step\.ts'|import\('[^']*\/step\/step\.ts'\)/,
    // The log of an imported conversation is written as a whole, before there is a run to steer.
    by: /^src\/(engine\/|sessions\/catalogue\/imported-log\.ts)/,
    next: 'Use `steerRun`, or `applyHolding` under a lease (engine/steering).',
  },
  {
    what: 'forks a run itself',
    sign: /\bforkRun\b/,
    by: /^src\/engine\//,
    next: 'Use `forkAt` (engine/steering/fork-at.ts).',
  },
  {
    what: 'asks an agent’s question, or answers it, itself',
    sign: /signal: PERMIT_(ASKED_)?SIGNAL\b.*\bpayload\b|tell\(PERMIT/,
    by: /^src\/attempts\/permits\/(ask-in-run|decide-permit)\.ts$/,
    next: 'Ask with `askInRun`, answer with `decidePermit` (attempts/permits).',
  },
  {
    what: 'reads what a person types itself',
    sign: /input: process\.stdin/,
    by: /^src\/app\/cli\/person\.ts$/,
    next: 'Ask with src/app/cli/person.ts.',
  },
];

/**
 * One module steers a run and one asks a person, for command line, server, MCP, chat and runs alike. A file that goes
 * around them is found by the one word that it cannot do without.
 */
export function checkSteering(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) =>
    ONE_WAY.filter(({ sign, by }) => !by.test(path) && sign.test(text)).map(
      ({ what, next }) => `${path} ${what}. ${next}`,
    ),
  );
}
