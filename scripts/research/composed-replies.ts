import type { Attitude } from '../../src/workflows/research/weigh-reply.ts';

interface Written {
  readonly text: string;
  readonly says: readonly Attitude[];
}

const list = (text: string): readonly string[] =>
  text
    .split(/\s*\|\s*|\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const TOPICS =
  list(`the retry logic | timeouts | the scheduler | user permissions | the stop button | cancelled orders | exit codes | the abort signal | leave requests | early exit
  closing a connection | the shutdown hook | skipped tests | dropped packets | the quit command | killed processes | ended sessions | forgotten passwords | deleted users | the undo stack
  search indexes | the start script | running jobs | the continue statement | go routines | stay duration | next pages | yes/no prompts | confirmation mails | approvals
  how tokens are refreshed | how a run ends | why jobs are cancelled | when the search stops | who may leave a group | what happens after a crash | where sessions are closed | how to give up a lock | how long guests stay | how drafts are discarded
  oauth | postgres | the cache | webhooks | logging | the cli | rate limits | backups | migrations | version 2 | the installer | payment refunds | the api docs | error messages | memory usage | file locks | the queue | invoices | tax rules | the mobile app`);

/** Frames of a reply that asks for something else or for something as well; `X` is the topic. */
const FRAMES =
  list(`X | and X | also X | X too | X as well | X please | plus X | X instead | only X | just X | not X | rather X | what about X | what about X? | how about X? | and what about X?
  include X | add X | also look at X | look at X too | look into X | check X first | search for X | search for X instead | find X | focus on X | leave out X | skip X | without X | ignore X | drop X from the list
  I meant X | no, I meant X | no, X | no, look at X | stop, I meant X | wait, X | actually X | actually I want X | I want to know about X | tell me about X | explain X | can you look at X | could you check X | what is X? | is there anything on X?
  yes, and X | yes but only X | ok but also X | ok, and X | sure, but without X | good, add X | fine, then X | continue, but with X | go on with X instead | looks good, but X is missing | sounds good, also X | keep going and add X | start with X | begin with X | stop at X
  does it cover X? | why is X slow? | write a test for X | fix X | open the file about X | X is broken, help me | let's talk about X | show me X | compare X with Y | X or Y? | X and Y | X, not Y | Y rather than X | the part about X | more about X | less X, more Y`);

/** What has a word for leaving or going on in it and asks for neither. */
const COMPOUNDS =
  list(`stop codon | stop loss orders | stopwatch accuracy | exit polls | exit interviews | exit strategy | quit rates | leave days | parental leave | sick leave policy | leave balance | cancellation fee | cancellation policy | cancelled flights | cancel button colour
  abandoned carts | abandoned tickets | dropout rates | drop shadows | dropdown menus | drop tables | end users | end dates | end to end tests | endpoints | ending inventory | closing balance | closing tags | close reasons | termination clauses | terminal colours | abort controllers
  skip links | skip list | enough disk space | the done column | the kill chain | kill switches | forget gates | forgetting curve | go modules | going concern | start menu | starting salary | continuous integration | continuation tokens | search engines | stay of execution | run rate | running costs | keep-alive | keepers | yes/no fields | okay thresholds | finish line | look and feel | looking glass
  leave X out | leave out X | leave X out of it | leave X in | drop X | drop X from it | skip X | skip the part about X | forget X | forget about X and take Y | stop with X | stop at X | end with X | cut X | cut the part on X | cancel the query about X | scrap X only | never mind X | no need for X | don't search X | don't look at X | not X please | enough about X | exit through X | close X first | remove X | ignore X | without X please`);

const YES = list('yes | yeah | yep | ok | okay | sure | alright | right | fine | of course');
const NO = list('no | nope | nah | no no | oh no | please no');
const ENDS = list(
  `stop | stop it | stop here | cancel | cancel it | leave | leave it | quit | exit | drop it | end it | abort | forget it | never mind | let it go | close it | get me out | I'm out | enough | scrap it | don't bother | skip it`,
);
const GOES = list(
  `go on | continue | keep going | carry on | search | keep searching | keep looking | proceed | stay | I'll stay | let it run | don't stop | don't leave | don't cancel | finish it | resume | stick with it | I want the answer | keep it`,
);
const ENDED = list(
  `I found it | I found it myself | I already know | we already know | it was answered | my boss told me | a colleague knew | it's too expensive | it costs too much | no budget left | the meeting was cancelled | wrong project | wrong question | wrong window | I'm out of time | I have to go | it takes too long | nobody needs it any more | the customer left | it's not important | the bug is fixed | I asked by mistake | somebody else does it | I read the docs | plans changed`,
);
const NEEDED = list(
  `I need this | I need it for tomorrow | I still want to know | it's worth it | the answer matters | my boss waits for it | we're almost there | I clicked by mistake | it was a typo | I was wrong | that was the wrong key | it's important | I have time | money is no problem | I misread that | I want to see what comes out`,
);

/** Pure. Replies made of parts, each once. */
export function composedReplies(random: () => number, most: number): Written[] {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const mark = (): string => pick([', ', ' ', '. ', ' - ', ', ']);
  const makers: readonly (readonly [number, readonly Attitude[], () => string])[] = [
    [5, ['other'], () => pick(FRAMES).replace('X', pick(TOPICS)).replace('Y', pick(TOPICS))],
    [
      2.5,
      ['other'],
      () => pick(COMPOUNDS).replace('X', pick(TOPICS)).replace('Y', pick(TOPICS)) + pick(['', '', '', ' please', '?']),
    ],
    [
      0.5,
      ['other'],
      () =>
        pick(['and ', 'also ', 'what about ', 'only ', 'how do ', 'show me ', 'more on ']) +
        pick(COMPOUNDS.slice(0, 60)).replace('X', pick(TOPICS)),
    ],
    [1, ['end'], () => pick(YES) + mark() + pick(ENDS)],
    [1, ['end'], () => pick(ENDS) + mark() + pick(ENDED)],
    [1, ['end'], () => pick(ENDED) + mark() + pick(ENDS)],
    [1, ['end'], () => pick([...YES, ...NO, 'sorry', 'oh', 'ah', 'actually']) + mark() + pick(ENDED)],
    [1, ['go'], () => pick(NO) + mark() + pick(GOES)],
    [1, ['go'], () => pick(GOES) + mark() + pick(NEEDED)],
    [1, ['go'], () => pick(NEEDED) + mark() + pick(GOES)],
    [0.5, ['yes', 'go'], () => pick(YES) + mark() + pick(GOES)],
  ];
  const all = makers.reduce((sum, [share]) => sum + share, 0);
  const made = new Map<string, Written>();
  for (const [share, says, make] of makers)
    for (let no = 0; no < (most * share) / all; no += 1) {
      const text = make();
      made.set(text, { text, says });
    }
  return [...made.values()];
}
