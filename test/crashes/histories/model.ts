/**
 * What a run of the history graph should look like, in as few words as possible: no store, no log, no drivers. One
 * agent node after the other, sometimes a gate that asks a person; at most one node is alive at a time.
 */
export type Letter =
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'cancel' }
  | { readonly type: 'budget'; readonly attempts: number }
  | { readonly type: 'approve' }
  | { readonly type: 'failure'; readonly choice: 'retry' | 'skip' | 'fail' };

export type Claim = 'next' | 'ask' | 'end';

export interface ModelNode {
  readonly name: 'step' | 'gate';
  status: 'ready' | 'running' | 'asked' | 'failed';
  crashes: number;
  answered: boolean;
}

/** When the process that drives is to die: at its next append, before or after that is written. */
export type Death = 'before' | 'after';

export class Model {
  status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled' = 'running';
  pausedBy: 'person' | 'budget' | null = null;
  node: ModelNode | null = null;
  attempts = 0;
  budget: number | null;
  early = 0;
  mail: Letter[] = [];
  /** Which process drives. */
  driver: number | null = null;
  armed: Death | null = null;
  #wanted = false;

  constructor(budget: number | null) {
    this.budget = budget;
  }

  get isOver(): boolean {
    return this.status !== 'running' && this.status !== 'paused';
  }

  start(driver: number): void {
    this.driver = driver;
    this.#append(() => this.#next('step'));
    this.#settle();
  }

  post(letter: Letter): void {
    this.mail.push(letter);
    this.look();
  }

  /** The driver looks for mail. */
  look(): void {
    if (this.driver === null) return;
    if (this.mail.length > 0) this.#takeMail();
    this.#settle();
  }

  /** The agent claims something. */
  release(claim: Claim): void {
    if (this.driver === null || this.node?.status !== 'running') return;
    this.#append(() => {
      if (claim === 'end') this.#end('completed');
      else this.#next(claim === 'ask' ? 'gate' : 'step');
    });
    this.#settle();
  }

  kill(): void {
    this.driver = null;
    this.armed = null;
  }

  stop(): void {
    if (this.driver === null) return;
    const { node } = this;
    if (node?.status === 'running') {
      this.#append(() => {
        node.status = 'ready';
      });
    }
    this.kill();
  }

  /** Takes in what waited before it begins anything; whether an answer to a failure was wanted is judged before the attach. */
  attach(driver: number): void {
    this.driver = driver;
    this.armed = null;
    const isFailed = this.node?.status === 'failed';
    this.#append(() => {
      const { node } = this;
      if (node?.status === 'running') {
        node.crashes += 1;
        node.status = node.crashes < 3 ? 'ready' : 'failed';
        // The third time a person is asked, by an attempt that fails before it begins.
        if (node.status === 'failed' && node.name === 'step') this.attempts += 1;
      }
      if (node?.status === 'ready') this.#begin();
      this.#takeLetters(isFailed);
    });
    this.#settle();
    this.look();
  }

  /** One append of the driver, which may be its last act. */
  #append(change: () => void): void {
    if (this.driver === null) return;
    const { armed } = this;
    if (armed === 'before') return this.kill();
    this.#wanted = false;
    change();
    if (this.#wanted) this.#grant();
    if (armed === 'after') this.kill();
  }

  /** What a driver does by itself: lets the gate report, takes mail before it leaves, leaves when nothing can move. */
  #settle(): void {
    while (this.driver !== null) {
      const { node } = this;
      if (node?.name === 'gate' && node.status === 'running' && !this.isOver) {
        this.#append(() => this.#gateReports(node));
        continue;
      }
      const isParked =
        this.status === 'paused' ? node?.status !== 'running' : node?.status === 'asked' || node?.status === 'failed';
      if (this.isOver || (isParked && this.mail.length === 0)) return this.kill();
      if (!isParked) return;
      this.#takeMail();
    }
  }

  /** All that is there at once; whether an answer to a failure is wanted is judged before any of it. */
  #takeMail(): void {
    const isFailed = this.node?.status === 'failed';
    this.#append(() => this.#takeLetters(isFailed));
  }

  #takeLetters(isFailed: boolean): void {
    const letters = this.mail;
    this.mail = [];
    for (const letter of letters) if (letter.type !== 'failure' || isFailed) this.#take(letter);
  }

  #take(letter: Letter): void {
    if (this.isOver) return;
    switch (letter.type) {
      case 'pause':
        if (this.status === 'running' || this.pausedBy === 'budget') this.#pause('person');
        return;
      case 'resume':
        return this.#resume();
      case 'cancel':
        return this.#end('cancelled');
      case 'budget':
        this.budget = letter.attempts;
        if (this.pausedBy !== 'person' && this.attempts < letter.attempts) this.#resume();
        return;
      case 'approve':
        if (this.node?.status !== 'asked') this.early += 1;
        else this.#answer(this.node);
        return;
      case 'failure':
        if (this.node?.status !== 'failed') return;
        if (letter.choice !== 'retry') return this.#end('failed');
        this.node.status = 'ready';
        return this.#begin();
    }
  }

  #gateReports(gate: ModelNode): void {
    if (gate.answered) return this.#next('step');
    if (this.early > 0) {
      this.early -= 1;
      return this.#answer(gate);
    }
    gate.status = 'asked';
  }

  #answer(gate: ModelNode): void {
    gate.answered = true;
    gate.status = 'ready';
    this.#begin();
  }

  #next(name: ModelNode['name']): void {
    this.node = { name, status: 'ready', crashes: 0, answered: false };
    this.#begin();
  }

  /** Asks for a slot, which comes after everything else that was there to be taken in. */
  #begin(): void {
    if (this.status !== 'paused') this.#wanted = true;
  }

  #grant(): void {
    const { node } = this;
    if (node?.status !== 'ready' || this.status !== 'running') return;
    if (node.name === 'step' && this.budget !== null && this.attempts >= this.budget) return this.#pause('budget');
    node.status = 'running';
    if (node.name === 'step') this.attempts += 1;
  }

  #pause(by: 'person' | 'budget'): void {
    this.status = 'paused';
    this.pausedBy = by;
  }

  #resume(): void {
    if (this.status !== 'paused') return;
    this.status = 'running';
    this.pausedBy = null;
    if (this.node?.status === 'ready') this.#begin();
  }

  #end(status: 'completed' | 'failed' | 'cancelled'): void {
    this.status = status;
    this.pausedBy = null;
    this.node = null;
  }
}
