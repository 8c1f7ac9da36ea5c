import type { ModelImage, ModelMessage, ToolAnswer } from '#contracts/model.ts';
import type { StepContext } from '../take-step.ts';
import { cutPoint, dropOldest, withSummary } from './compact.ts';
import { allTokens } from './estimate.ts';
import { boundImages, imagesOf } from './images.ts';
import { summarise } from './summarise.ts';

/** Default share of the model's window at which room is made. */
const FULL = 0.8;
/** At most: the answer needs room too. */
const FULLEST = 0.95;
/** The share that is then kept word for word. */
const KEPT = 0.375;
const CHARS_A_TOKEN = 3;
/** A summary is a model call: it is not made if that leaves no turn for the work. */
const TURNS_FOR_SUMMARY = 3;

const PUT_AWAY = '[put away; ask for it again where it is needed]';

/** The conversation, kept within the model's window. */
export class Conversation {
  messages: ModelMessage[];
  readonly #task: string;
  readonly #images: readonly ModelImage[];
  readonly #window: number;
  /** The number of tokens at which room is made. */
  readonly #full: number;
  /** Of the system prompt and the tools. */
  readonly #fixed: number;
  /** The ratio between the model's own count and our estimate. */
  #factor = 1;

  /** `compactAt`: a share of the window, or tokens. */
  constructor(
    before: readonly ModelMessage[],
    task: string,
    window: number,
    fixedTokens: number,
    compactAt = FULL,
    images: readonly ModelImage[] = [],
  ) {
    this.messages = boundImages([...before, said(task, images)]);
    this.#task = task;
    this.#images = images;
    this.#window = window;
    this.#full = Math.min(compactAt <= 1 ? window * compactAt : compactAt, window * FULLEST);
    this.#fixed = fixedTokens;
  }

  add(message: ModelMessage): void {
    this.messages.push(message);
    if (imagesOf(message).length > 0) this.messages = boundImages(this.messages);
  }

  /** Replaced answers: their text is removed from the context, with a note. */
  forget(answers: ReadonlySet<ToolAnswer>): void {
    if (answers.size === 0) return;
    this.messages = this.messages.map((message) =>
      message.role !== 'tool' || !message.results.some((each) => answers.has(each))
        ? message
        : {
            ...message,
            results: message.results.map((each) => (answers.has(each) ? putAway(each) : each)),
          },
    );
  }

  /** An estimate of what the next call will read. */
  tokens(): number {
    return Math.ceil((this.#fixed + allTokens(this.messages)) * this.#factor);
  }

  /** The model counted its prompt itself. Call it before anything is added. */
  counted(inputTokens: number): void {
    if (inputTokens > 0)
      this.#factor = Math.min(3, Math.max(0.5, inputTokens / (this.#fixed + allTokens(this.messages))));
  }

  /** Makes room when it is needed, or `now` because the model reported that there is none. */
  async makeRoom(context: StepContext, signal: AbortSignal, now = false): Promise<void> {
    const before = this.tokens();
    const window = now ? Math.min(this.#window, before) : this.#window;
    const full = now ? Math.min(this.#full, window * FULL) : this.#full;
    if (before <= full && !now) return;
    const { emit, meter } = context;
    emit({ type: 'status', message: `makes room: the conversation has about ${before} tokens` });
    const cut = cutPoint(this.messages, this.#ownTokens(full * KEPT));
    if (cut > 1 && meter.turnsLeft() >= TURNS_FOR_SUMMARY) {
      const mostChars = Math.floor(window * 0.5 * CHARS_A_TOKEN);
      const summary = await summarise(context, this.#task, this.messages.slice(0, cut), mostChars, signal);
      if (summary !== undefined)
        this.messages = withSummary(this.#task, summary, this.messages.slice(cut), this.#images);
      else
        emit({
          type: 'error',
          error: { code: 'MODEL_UNAVAILABLE', message: 'the older turns could not be summarised' },
        });
    }
    if (this.tokens() > full || now) {
      this.messages = dropOldest(
        this.#task,
        withTask(this.messages, this.#task, this.#images),
        this.#ownTokens(full * (now ? 0.6 : 1)),
      );
    }
    emit({ type: 'status', message: `made room: about ${this.tokens()} tokens are left of ${before}` });
  }

  /** In the unit of our own estimate, without the fixed parts. */
  #ownTokens(tokens: number): number {
    return Math.max(0, Math.floor(tokens / this.#factor) - this.#fixed);
  }
}

const said = (text: string, images: readonly ModelImage[]): ModelMessage => ({
  ...{ role: 'user', text },
  ...(images.length === 0 ? {} : { images: [...images] }),
});

const putAway = ({ images: _, ...answer }: ToolAnswer): ToolAnswer => ({ ...answer, output: PUT_AWAY });

/** In a conversation that continues an earlier one the task is not the first message. */
function withTask(messages: readonly ModelMessage[], task: string, images: readonly ModelImage[]): ModelMessage[] {
  const [first] = messages;
  if (first?.role === 'user' && first.text.startsWith(task)) return [...messages];
  const at = messages.findIndex((message) => message.role === 'user' && message.text === task);
  return at === -1 ? [said(task, images), ...messages] : messages.slice(at);
}
