/**
 * An upper estimate of a text's tokens: code has a token for some 3.3 characters with today's tokenizers
 * (bench/knowledge compares it with one). A budget that holds with it really holds.
 */
export const textTokensOf = (text: string): number => Math.ceil(text.length / 3.2);
