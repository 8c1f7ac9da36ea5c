export type XmlTokenKind = 'text' | 'open' | 'empty' | 'close' | 'comment' | 'cdata' | 'instruction' | 'declaration';

export interface XmlToken {
  readonly kind: XmlTokenKind;
  /** Its text in the file, or the beginning of it. Valid only during the call. */
  readonly bytes: Buffer;
  readonly complete: boolean;
  readonly at: number;
}

export interface XmlSink {
  token(token: XmlToken): void;
  /** The element that was to be passed over is over. */
  passed(): void;
}

export const TOKEN_WORDS: Readonly<Record<XmlTokenKind, string>> = {
  text: 'text',
  open: 'tag',
  empty: 'tag',
  close: 'tag',
  comment: 'comment',
  cdata: 'CDATA section',
  instruction: 'instruction',
  declaration: 'declaration',
};
