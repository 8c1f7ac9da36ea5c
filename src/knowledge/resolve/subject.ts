import { stem } from '../text/stem.ts';
import { partsOf } from '../text/words.ts';

/**
 * The subject of a question, in the same words for any wording: question words and general words for code are left out,
 * synonyms have one name. Two questions with equal subjects are about the same; with different ones that is unknown.
 * Embeddings cannot do this: "where is authorization" is nearer to "where is authentication" than half of its
 * paraphrases are.
 */
export function subjectOf(text: string): string {
  const joined = PHRASES.reduce(
    (said, [from, to]) => said.replace(from, to),
    text.toLowerCase().replace(/['’](s|re|ll|ve|t)\b/g, ' '),
  );
  const words = new Set<string>();
  for (const [token] of joined.matchAll(/[\p{L}\p{N}_-]+/gu)) {
    for (const part of partsOf(token)) {
      const base = SYNONYMS.get(part) ?? SYNONYMS.get(stem(part)) ?? stem(part);
      for (const word of base.split(' '))
        if (word.length > 1 && !LEFT_OUT.has(word) && !LEFT_OUT.has(part)) words.add(word);
    }
  }
  return [...words].sort().join(' ');
}

/** Several words with one meaning. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bi18n\b|\bl10n\b/g, 'translation'],
  [/\ba11y\b/g, 'accessibility'],
  [/\bk8s\b/g, 'kubernetes'],
  [/\b(sign|log)(ging)?[ -]?(in|on)\b/g, 'login'],
  [/\b(sign|log)(ging)?[ -]?(out|off)\b/g, 'logout'],
  [/\bsign(ing)?[ -]?up\b/g, 'signup'],
  [/\bset(ting)?[ -]?up\b/g, 'setup'],
  [/\bhealth[ -]?check(s|z)?\b|\/?healthz\b/g, 'health'],
  [/\bforgot(ten)? password\b/g, 'password reset'],
  [/\bstate machine|life ?cycle|status(es)? transitions?|move between status(es)?|status changes?\b/g, 'state'],
  [/\bmulti[- ]?tenan(t|cy)( isolation)?|isolate(s|d)? tenants?|tenant isolation\b/g, 'tenant'],
  [/\bpull request\b/g, 'pr'],
  [/\bweb[ -]?sockets?\b|\bws\b/g, 'websocket'],
  [/\bend[ -]to[ -]end\b/g, 'e2e'],
  [/\bsource code|code ?base\b/g, ' '],
  [/\bunit tests?\b/g, 'test'],
  [/\btest suite\b/g, 'test'],
  [/\b(coding|code) (style|standards?|conventions?)|style ?guides?\b/g, 'style'],
  [
    /\b(folder|directory|project|repo(sitory)?)('s)? (structure|layout|tree|organi[sz]ation)|directory structure|(repo|project|code) (is )?organi[sz]ed\b/g,
    'layout',
  ],
  [/\b(dev|development) server|app locally|project in development|locally\b/g, 'devserver'],
  [/\bfront[ -]?end\b|\bui\b/g, 'frontend'],
  [/\bexpired?\b/g, ' '],
  [/\bdrops? and reconnects?\b/g, 'reconnect'],
  [/\brate[ -]?limit(s|ing|er|ed)?\b|\bthrottl(e|ing|ed)\b/g, 'ratelimit'],
  [/\bbackground (jobs?|tasks?|workers?)\b/g, 'job'],
  [/\bfile uploads?\b/g, 'upload'],
];

/** The first word stands for all. Words are stems where stemming changes them. */
const SYNONYMS = new Map<string, string>(
  `authentication: auth authn authenticat authenticated authenticates authenticate authentication login
authorization: authz authoriz authorization authorize permission permissions acl rbac
database: db dbs database databases datastore
connect: connect connection connections connecting open opens
email: email emails mail mails
email send: mailer mailers
send: send sends sending sent deliver dispatch
websocket: websocket websockets
translation: i18n l10n localiz localized localization translat translation translations internationalization locale locales
image: image images picture pictures photo photos
resize: resize resizes resized resizing thumbnail thumbnails
export: export exports exported exporting generat generates
endpoint: endpoint endpoints route routes
test: test tests testing tested spec specs
log: log logs logging logger logged
component: component components
pagination: paginat pagination paginated paginate paging
response: response responses
request: request requests
cache: cache caches caching cached
deploy: deploy deploys deployed deployment deployments deploying rollout
build: build builds built building compile compilation bundling
lint: lint linter linting lints
todo: todo todos fixme fixmes
job queue: worker workers
job: job jobs
queue: queue queues queued
reconnect: reconnect reconnects reconnection reconnecting
refresh: refresh refreshes refreshed refreshing renew
reset: reset resets resetting
config: config configuration configurations settings setting configured
error: error errors exception exceptions
upload: upload uploads uploaded uploading
payment: payment payments billing checkout
search: search searching searches
validate: validat validate validates validation validating validator validators
user: user users account accounts
schema: schema schemas
migrate: migration migrations migrate migrating
secret: secret secrets credential credentials
notification: notification notifications notify
encrypt: encrypt encryption encrypted
parse: parse parses parser parsing parsed
order: order orders
state: state states status statuses
token: token tokens
tenant: tenant tenants tenancy
style: style styles
layout: layout
execute run: execut`
    .split('\n')
    .flatMap((line) => {
      const [name = '', rest = ''] = line.split(': ');
      return rest.split(' ').map((word) => [word, name] as const);
    }),
);

const LEFT_OUT = new Set(
  `a an the is are was were be been am do does did doing done how what whats which where when why who whom whose that this
  these those there here it its we us our you your me my they them their in on at of to for from with without into by as
  and or if so than then about can could should would will shall may might must have has had get gets got getting give
  tell show find locat locate look see list explain describ describe walk through happen happens work works working
  handl handle handles handled deal deals implement implemented implements implementation defin define defines defined
  responsible hold holds keep keeps contain contains serve serves report reports reporting do use uses used using usage
  user code codes coding file files function functions method methods class classes modul module modules folder folders
  place part piece thing things stuff logic flow flows process processes processing processed processe mechanism system
  project repo repository app application codebase program service-wide setup up example examples pattern patterns
  convention conventions usual usually way ways typical typically standard normal normally approach follow follows
  following shap shape body bodies format formats structur structure structures look looks like new add adding creat create
  creating mak make makes write writing writes run running runs start starting command commands execute kind sort-of type
  any all some each every open outstanding left comment comments item items rule rules guid guide guideline guidelines
  engine pick picks pipeline pipelines data api apis end list lists manag manage manages managed management service-level
  frontend access going go goes please want need know exactly currently actually really just also give me locally
  step steps overview overall out message messages string strings uploaded-now between upon after before during expired
  html repo's our-own generate generation`.split(/\s+/),
);
