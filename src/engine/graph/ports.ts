import type { z } from 'zod';

/** A join that waits for one payload in each of its slots. */
export interface SlotsPort<Slots extends Record<string, z.ZodType> = Record<string, z.ZodType>> {
  readonly port: 'slots';
  readonly slots: Slots;
}

/** A join that waits until nothing in its fork is alive, and receives everything that arrived. */
export interface CollectPort<Item extends z.ZodType = z.ZodType> {
  readonly port: 'collect';
  readonly item: Item;
}

export type Port = z.ZodType | SlotsPort | CollectPort;
export type Ports = Readonly<Record<string, Port>>;

export const slots = <Slots extends Record<string, z.ZodType>>(of: Slots): SlotsPort<Slots> => ({
  port: 'slots',
  slots: of,
});

export const collect = <Item extends z.ZodType>(item: Item): CollectPort<Item> => ({ port: 'collect', item });

/** What a node with this port receives. */
export type InputOf<P extends Port> =
  P extends SlotsPort<infer Slots>
    ? { readonly [Slot in keyof Slots]: z.infer<Slots[Slot]> }
    : P extends CollectPort<infer Item>
      ? readonly z.infer<Item>[]
      : P extends z.ZodType
        ? z.infer<P>
        : never;

type Name<P> = Extract<keyof P, string>;

/** Every place a payload can be sent: `node`, `collectingJoin`, or `slotJoin.slot`. */
export type TargetOf<P extends Ports> = {
  [N in Name<P>]: P[N] extends SlotsPort<infer Slots> ? `${N}.${Name<Slots>}` : N;
}[Name<P>];

/** The payload type of a target. */
export type PayloadOf<P extends Ports, T extends string> = T extends `${infer Join}.${infer Slot}`
  ? P[Join] extends SlotsPort<infer Slots>
    ? z.infer<Slots[Slot]>
    : never
  : P[T] extends CollectPort<infer Item>
    ? z.infer<Item>
    : P[T] extends z.ZodType
      ? z.infer<P[T]>
      : never;

/** Names of collecting joins. */
export type CollectorOf<P extends Ports> = { [N in Name<P>]: P[N] extends CollectPort ? N : never }[Name<P>];

/** Names of slot and collecting joins. */
export type JoinOf<P extends Ports> = {
  [N in Name<P>]: P[N] extends CollectPort | SlotsPort ? N : never;
}[Name<P>];

export const isSlots = (port: Port): port is SlotsPort => 'port' in port && port.port === 'slots';
export const isCollect = (port: Port): port is CollectPort => 'port' in port && port.port === 'collect';
