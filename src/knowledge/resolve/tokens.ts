/**
 * How many tokens a text costs a model, estimated from above: code has a token for some 3.3 characters with today's
 * tokenizers (bench/knowledge compares it with one). A budget that is kept by this is kept.
 */
export const textTokensOf = (text: string): number => Math.ceil(text.length / 3.2);
