/** A list of numbers that grows without boxing them. */
export class Numbers {
  #items = new Int32Array(4);
  #size = 0;

  push(value: number): void {
    if (this.#size === this.#items.length) {
      const wider = new Int32Array(this.#size * 2);
      wider.set(this.#items);
      this.#items = wider;
    }
    this.#items[this.#size] = value;
    this.#size += 1;
  }

  get all(): Int32Array {
    return this.#items.subarray(0, this.#size);
  }
}
