import { isJsonObject, type Json } from '#contracts/json.ts';
import type { AssistantMessage, StepPart } from '#contracts/model.ts';
import { metaOf, type ProviderData } from './provider-data.ts';
import type { SdkPart } from './sdk-types.ts';

type MessagePart = AssistantMessage['parts'][number];
type Call = MessagePart & { type: 'tool-call' };
type Block = { readonly type: 'text' | 'reasoning'; text: string; meta: ProviderData | undefined };

/** Assembles a model's answer from the stream, and emits what is worth showing. */
export class StreamedAnswer {
  readonly #blocks = new Map<string, Block>();
  readonly #parts: (Block | Call)[] = [];
  #shown = false;

  /** Whether any of it was emitted. */
  get shown(): boolean {
    return this.#shown;
  }

  get callsTools(): boolean {
    return this.#parts.some(({ type }) => type === 'tool-call');
  }

  get text(): string {
    return this.#parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }

  message(): AssistantMessage {
    const parts = this.#parts.map((part): MessagePart => {
      if (part.type === 'tool-call') return part;
      const { type, text, meta } = part;
      return { type, text, ...metaOf(meta) };
    });
    // A provider refuses empty text; reasoning without text may carry its signature.
    return { role: 'assistant', parts: parts.filter((part) => part.type !== 'text' || part.text !== '') };
  }

  take(part: SdkPart): StepPart | undefined {
    const told = this.#read(part);
    this.#shown ||= told !== undefined;
    return told;
  }

  #read(part: SdkPart): StepPart | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#block(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        return undefined;
      case 'text-delta':
      case 'reasoning-delta': {
        const block = this.#block(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        block.text += part.delta;
        return part.delta === '' ? undefined : { type: part.type, id: part.id, text: part.delta };
      }
      case 'text-end':
      case 'reasoning-end': {
        const block = this.#block(part.type === 'text-end' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        this.#blocks.delete(`${block.type} ${part.id}`);
        return block.text === '' ? undefined : { type: part.type, id: part.id, text: block.text };
      }
      case 'tool-call':
        return this.#call(part);
      default:
        return undefined;
    }
  }

  /** The provider's latest data for a block counts: signatures come last. */
  #block(type: Block['type'], id: string, meta: ProviderData | undefined): Block {
    const key = `${type} ${id}`;
    const known = this.#blocks.get(key);
    if (known !== undefined) {
      known.meta = meta ?? known.meta;
      return known;
    }
    const block: Block = { type, text: '', meta };
    this.#blocks.set(key, block);
    this.#parts.push(block);
    return block;
  }

  #call({ toolCallId: id, toolName: name, input, providerMetadata }: SdkPart & { type: 'tool-call' }): StepPart {
    const read = readArguments(input);
    const sent = read.type === 'json' && isJsonObject(read.input) ? read.input : {};
    this.#parts.push({ type: 'tool-call', id, name, input: sent, ...metaOf(providerMetadata) });
    return { type: 'tool-call', id, name, arguments: read };
  }
}

function readArguments(raw: string): (StepPart & { type: 'tool-call' })['arguments'] {
  if (raw.trim() === '') return { type: 'json', input: {} };
  try {
    const input: Json = JSON.parse(raw);
    return { type: 'json', input };
  } catch (thrown) {
    return { type: 'invalid', raw, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
