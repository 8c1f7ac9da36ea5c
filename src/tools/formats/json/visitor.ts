import type { RawText } from './raw-text.ts';

/** How the scanner goes through something: telling the visitor, checking in silence, or passing over it unchecked. */
export type Pace = 'walk' | 'quiet' | 'skip';
export type ContainerKind = 'object' | 'array';

export interface JsonVisitor {
  /** A container begins: how to go through its inside. */
  open(kind: ContainerKind): Pace;
  /** Before each element or member of a walked container; anything but `walk` is for this one and all that follow. */
  next(index: number): Pace;
  key(text: RawText): void;
  scalar(text: RawText): void;
  /** The container ends; `count` are its elements or members, those passed over included. */
  close(kind: ContainerKind, count: number): void;
}
