/** Something that keeps an attack out, and the test that plays the attack. */
export interface Defence {
  /** The harm to a person if it is missing. */
  readonly attack: string;
  /** The defence in the words of its file, and what stands there without it. One that was rewritten must be named again. */
  readonly takenOut: readonly (readonly [file: string, defence: string, without: string])[];
  /** The test, and a part of its title. */
  readonly test: readonly [file: string, title: string];
  /** What the test says where the attack succeeds: it failed because of that, and not of something else. */
  readonly says: string;
  readonly inBrowser?: true;
}

const SPOOF = ['test/web/spoof.test.ts', 'headed by its effect'] as const;

/** The approvals of a person, and the local server. */
export const DEFENCES: readonly Defence[] = [
  {
    attack: 'an agent calls `rm -rf` "May I run the tests?"',
    takenOut: [
      ['src/app/server/needs.ts', 'permission\n      ? permitQuestionText(permission)\n      : question', 'question'],
    ],
    test: SPOOF,
    says: 'May I run the tests?',
    inBrowser: true,
  },
  {
    attack: 'a command hides what it does behind characters that no eye sees',
    takenOut: [
      [
        'src/contracts/unseen-characters.ts',
        'text.replace(UNSEEN, spellOut).replace(ODD_IN_COMMANDS, spellOut)',
        'text',
      ],
    ],
    test: SPOOF,
    says: 'rm -rf ~/⟨U+202E⟩',
    inBrowser: true,
  },
  {
    attack: 'a long command is allowed by who saw its first lines',
    takenOut: [['web/src/needs/use-seen-all.ts', 'seen: seen === what', 'seen: true']],
    test: SPOOF,
    says: '/permission',
    inBrowser: true,
  },
  {
    attack: 'the card changes under the finger',
    takenOut: [['src/app/server/refuse-changed.ts', 'if (seen === undefined) return;', 'if (seen !== null) return;']],
    test: ['test/server/asked.test.ts', 'C8.8'],
    says: 'promise resolved',
  },
  {
    attack: 'another user reads the token in the arguments of the browser',
    takenOut: [['src/app/server/open-browser.ts', '[isElsewhere ? url : fileArgument(file, env)]', '[link]']],
    test: ['test/server/open-link.test.ts', 'X9.1'],
    says: 'not to match /token/',
  },
  {
    attack: 'an agent’s web server on another port is sent the key',
    takenOut: [
      [
        'src/app/server/answers/session-answers.ts',
        'enter: async ({ body: { token } }) => {',
        'enter: async ({ body: { token } }, c) => {',
      ],
      [
        'src/app/server/answers/session-answers.ts',
        'return { key: await sessions.open() };',
        'const key = await sessions.open();\n    c.header("set-cookie", "assay=" + key + "; Path=/; HttpOnly");\n    return { key };',
      ],
      ['web/src/api/key.ts', "credentials: 'omit'", "credentials: 'same-origin'"],
      [
        'src/app/server/answers/session-answers.ts',
        "?.[1] ?? '';",
        '?.[1] ?? /assay=([\\w-]+)/.exec(c.req.header("cookie") ?? "")?.[1] ?? "";',
      ],
    ],
    test: ['test/web/other-port.test.ts', 'X9.2'],
    says: 'expected 200 to be 401',
    inBrowser: true,
  },
  {
    attack: 'another user of the machine looks into the home of Assay',
    takenOut: [['src/host/home.ts', 'await closeToOthers(home.root, env);', '']],
    test: ['src/host/home.test.ts', 'X9.3'],
    says: 'expected 493 to be 448',
  },
  {
    attack: 'who asks without a key is answered',
    takenOut: [
      ['src/app/server/app.ts', 'if (!isEntering && !(await sessions.isOpen(bearerKey(c)))) throw notSignedIn();', ''],
    ],
    test: ['test/server/door.test.ts', 'X9.4 lets no one in'],
    says: 'door.test.ts',
  },
  {
    attack: 'another site’s page asks and changes things with the person’s browser',
    takenOut: [['src/app/server/app.ts', 'refuseForeign(headersOf(c), isApi(c.req.path));', '']],
    test: ['test/server/door.test.ts', 'X9.5'],
    says: 'evil.example',
  },
  {
    attack: 'a script that came into the page runs',
    takenOut: [
      ['src/app/server/security-headers.ts', "`script-src 'self' 'nonce-", "`script-src * 'unsafe-inline' 'nonce-"],
    ],
    test: ['test/server/page.test.ts', 'X9.6'],
    says: 'unsafe-inline',
  },
  {
    attack: 'a run that was passed on says whose machine it came from',
    takenOut: [
      ['src/app/server/export/render-run.ts', 'hideHome(deps.redactor, deps.env, deps.runs.home)', 'deps.redactor'],
    ],
    test: ['test/server/export.test.ts', 'X3.3'],
    says: 'not to contain',
  },
  {
    attack: 'a password that was said in words is read in a log',
    takenOut: [
      ['src/host/secret-shapes.ts', '/(?:[Pp]ass(?:word|wd|phrase)|PASS(', '/(?!)(?:[Pp]ass(?:word|wd|phrase)|PASS('],
    ],
    test: ['src/host/redact.test.ts', 'X9.7'],
    says: "to contain '[redacted:password]'",
  },
];
