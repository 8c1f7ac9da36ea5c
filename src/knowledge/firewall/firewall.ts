import { hash } from 'node:crypto';
import { AssayError } from '#contracts/errors.ts';
import { findConflicts } from '../conflicts/conflicts.ts';
import type { NodeStore } from '../store/node-store.ts';
import { verifyDetail } from './details.ts';
import { Fact } from './fact.ts';
import { claimMentionsOf, type SentenceMention } from './mentions.ts';
import { standsInCode, type Verified, verify } from './verify.ts';

export const STORE_AT = 0.6;
export const REVIEW_AT = 0.4;
const REVIEW_MS = 14 * 24 * 3_600_000;

export type Judgement =
  | {
      readonly outcome: 'stored';
      readonly confidence: number;
      readonly reasons: readonly string[];
      readonly node: number;
    }
  | {
      readonly outcome: 'queued';
      readonly confidence: number;
      readonly reasons: readonly string[];
      readonly review: number;
    }
  | { readonly outcome: 'blocked'; readonly confidence: number; readonly reasons: readonly string[] };

export interface ClaimReview {
  readonly id: number;
  readonly fact: Fact;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly at: number;
  readonly expiresAt: number;
}

/**
 * The only way for a model's statement into the store. Everything it names is looked up; one wrong part blocks all of
 * it, since a sentence is not two thirds true. What can neither be confirmed nor denied waits for a person.
 */
export class Firewall {
  readonly #store: NodeStore;
  readonly #root: string;
  readonly #now: () => number;

  constructor(store: NodeStore, root: string, now: () => number) {
    this.#store = store;
    this.#root = root;
    this.#now = now;
  }

  submit(claim: Fact): Judgement {
    const fact = Fact.parse(claim);
    // Names in the sentence itself count as well, declared or not.
    const checked = [
      ...fact.references.map((reference) => verify(this.#store, this.#root, reference)),
      ...claimMentionsOf(fact).map((mention) => this.#mentioned(mention)),
    ];
    const confidence = confidenceOf(checked);
    const reasons = checked.map((each) => (each.holds ? each.how : each.why));
    if (confidence >= STORE_AT) {
      this.#store.count('firewall.stored');
      return { outcome: 'stored', confidence, reasons, node: this.#keep(fact, confidence, 'firewall', reasons) };
    }
    if (confidence >= REVIEW_AT) {
      this.#store.count('firewall.queued');
      const now = this.#now();
      const { id } = this.#store.db.run(
        'INSERT INTO reviews (fact, confidence, reasons, at, expires_at) VALUES (?, ?, ?, ?, ?)',
        ...[JSON.stringify(fact), confidence, JSON.stringify(reasons), now, now + REVIEW_MS],
      );
      return { outcome: 'queued', confidence, reasons, review: id };
    }
    this.#store.count('firewall.blocked');
    return {
      outcome: 'blocked',
      confidence,
      reasons: reasons.length > 0 ? reasons : ['it names nothing that can be looked up'],
    };
  }

  /** A name that is only mentioned may belong to a library: then it is enough that the code here uses it. */
  #mentioned(mention: SentenceMention): Verified {
    if ('unclear' in mention) return { holds: null, why: mention.unclear };
    if ('detail' in mention) return verifyDetail(this.#store, this.#root, mention.detail);
    const { reference } = mention;
    const verified = verify(this.#store, this.#root, reference);
    if (verified.holds !== false || reference.kind !== 'symbol' || reference.path !== undefined) return verified;
    return standsInCode(this.#store, this.#root, reference.name) ?? verified;
  }

  /**
   * `confirmed`: the parts that were looked up and are true. The sentence may say more; readers see which part is which.
   */
  #keep(fact: Fact, confidence: number, verifier: string, confirmed: readonly string[] = []): number {
    const id = this.#store.put(
      {
        key: `fact:${hash('sha256', fact.statement, 'hex').slice(0, 24)}`,
        domain: 'history',
        kind: 'pattern',
        name: fact.statement.slice(0, 120),
        text: fact.statement,
        trust: verifier === 'firewall' ? 'inference' : 'user',
        meta: {
          references: fact.references,
          by: fact.by,
          ...(confirmed.length > 0 ? { confirmed: [...new Set(confirmed)] } : {}),
        },
        ...(fact.session === undefined ? {} : { session: fact.session }),
      },
      { kind: 'model', id: fact.by, confidence, verifier },
    );
    for (const reference of fact.references) {
      if (reference.kind !== 'file') continue;
      const file = this.#store.byKey(`code:${reference.path}`);
      if (file) this.#store.link(id, file.id, 'modified');
    }
    const kept = this.#store.byId(id);
    if (kept) findConflicts({ store: this.#store, root: this.#root, now: this.#now }, kept);
    return id;
  }

  /** Entries that wait for a person; those that waited too long are gone. */
  queue(): ClaimReview[] {
    const now = this.#now();
    this.#store.db.run(
      "UPDATE reviews SET outcome = 'expired', decided_at = ? WHERE outcome IS NULL AND expires_at <= ?",
      now,
      now,
    );
    return this.#store.db.all('SELECT * FROM reviews WHERE outcome IS NULL ORDER BY id').map((row) => ({
      id: Number(row.id),
      fact: Fact.parse(JSON.parse(String(row.fact))),
      confidence: Number(row.confidence),
      reasons: JSON.parse(String(row.reasons)) as string[],
      at: Number(row.at),
      expiresAt: Number(row.expires_at),
    }));
  }

  approve(review: number, by: string): number {
    const { fact, confidence } = this.#waiting(review);
    return this.#store.db.transaction(() => {
      this.#decide(review, 'approved', by);
      return this.#keep(fact, Math.max(confidence, STORE_AT), by);
    });
  }

  reject(review: number, by: string): void {
    this.#waiting(review);
    this.#decide(review, 'rejected', by);
  }

  #waiting(review: number): ClaimReview {
    const found = this.queue().find(({ id }) => id === review);
    if (found) return found;
    throw new AssayError('SLICE_NOT_FOUND', `No review ${review} waits.`, {
      next: 'assay review lists those that do.',
    });
  }

  #decide(review: number, outcome: string, by: string): void {
    this.#store.db.run(
      'UPDATE reviews SET outcome = ?, by = ?, decided_at = ? WHERE id = ?',
      outcome,
      by,
      this.#now(),
      review,
    );
    this.#store.count(`firewall.${outcome}`);
  }
}

/**
 * Everything looked up and true: 1. Nothing to look up, or one thing false: at most 0.2. Some of it unknown: in
 * between.
 */
export function confidenceOf(checked: readonly Verified[]): number {
  if (checked.length === 0) return 0.2;
  if (checked.some(({ holds }) => holds === false)) return 0.1;
  const held = checked.filter(({ holds }) => holds === true).length;
  return held === checked.length ? 1 : 0.4 + 0.19 * (held / checked.length);
}
