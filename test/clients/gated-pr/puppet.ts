import type { Json } from '#contracts/json.ts';
import { json, text, toolCall } from '#sim/answers.ts';
import { fillSchema } from '#sim/fill-schema.ts';
import type { Scenario, SimAnswer, SimRequest, SimToolResult } from '#sim/types.ts';

/**
 * A model that does what a test says, one call at a time. The test is its mind; the real client in between makes the
 * calls and brings back what they answered, so a test reads as if it called the tools itself.
 */
export interface Puppet {
  readonly scenario: Scenario;
  /** What the client brought back for this call. Rejected when the client ends first. */
  call(name: string, input: Json): Promise<SimToolResult>;
  /** Last words: the client has nothing more to do and ends. */
  bye(): void;
  /** The client is gone: callers that wait for it get an error. */
  gone(why: Error): void;
  /** The tools the client offers its model; waits for its first request. */
  tools(): Promise<readonly SimRequest['tools'][number][]>;
}

interface Deed {
  readonly answer: SimAnswer;
  readonly done: PromiseWithResolvers<SimToolResult>;
}

/** `isMain` tells the conversation from calls that clients make on the side: titles, summaries, topics. */
export function createPuppet(isMain: (request: SimRequest) => boolean): Puppet {
  const deeds: PromiseWithResolvers<Deed>[] = [];
  const met = Promise.withResolvers<SimRequest>();
  met.promise.catch(() => {});
  let given = 0;
  let isGone: Error | undefined;
  /** Whichever comes first, the client that asks or the test that tells. */
  const deed = (index: number): PromiseWithResolvers<Deed> => {
    const known = deeds[index] ?? Promise.withResolvers<Deed>();
    known.promise.catch(() => {});
    deeds[index] = known;
    return known;
  };
  const give = (answer: SimAnswer): Promise<SimToolResult> => {
    const done = Promise.withResolvers<SimToolResult>();
    done.promise.catch(() => {});
    if (isGone) done.reject(isGone);
    else deed(given++).resolve({ answer, done });
    return done.promise;
  };
  return {
    call: (name, input) => give(toolCall(name, input)),
    bye: () => void give(text('Done.')),
    tools: async () => (await met.promise).tools,
    gone: (why) => {
      met.reject(why);
      for (const each of deeds) {
        each.promise.then(({ done }) => done.reject(why)).catch(() => {});
        each.reject(why);
      }
      isGone = why;
    },
    scenario: {
      name: 'puppet',
      description: 'Does what the test says.',
      // By turn, not by call: a client that asks the same again gets the same again.
      async answer(request) {
        if (!isMain(request)) return aside(request);
        met.resolve(request);
        const result = request.messages.at(-1)?.toolResults.at(-1);
        if (request.turn > 1 && result) (await deed(request.turn - 2).promise).done.resolve(result);
        return (await deed(request.turn - 1).promise).answer;
      },
    },
  };
}

/** Whether a conversation loops, what it is called: the least that fits what the client asks for. */
const aside = ({ schema }: SimRequest): SimAnswer =>
  schema === null ? text('A word on the side.') : json(fillSchema(schema.schema));
