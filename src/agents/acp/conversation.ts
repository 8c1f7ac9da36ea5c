import { methods, RequestError } from '@agentclientprotocol/sdk';
import type { Connected } from './connect.ts';
import type { OpenSession } from './session.ts';
import { PromptAnswer } from './updates.ts';

/** One prompt after the other in one session. */
export class AcpConversation {
  readonly session: OpenSession;
  readonly #connected: Connected;
  readonly #off: Promise<never>;

  /** `off` rejects when the attempt is aborted. */
  constructor(connected: Connected, session: OpenSession, off: Promise<never>) {
    this.#connected = connected;
    this.session = session;
    this.#off = off;
  }

  async prompt(text: string): Promise<PromptAnswer> {
    const { agent } = this.#connected.connection;
    const sessionId = this.session.id;
    // By its plain name, so that fields missing from the stable schema (the usage) still arrive.
    const method: string = methods.agent.session.prompt;
    const asked = agent.request<unknown>(method, { sessionId, prompt: [{ type: 'text', text }] });
    asked.catch(() => undefined);
    try {
      const answer = PromptAnswer.parse(await Promise.race([asked, this.#off]));
      await this.#connected.quiet();
      return answer;
    } catch (thrown) {
      const isAnswered = thrown instanceof RequestError;
      if (!isAnswered) await agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
      throw thrown;
    }
  }
}
