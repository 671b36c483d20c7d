/** Keeps fetched values until they expire; if they are too large together, the oldest are removed first. */
export class TimedCache<T> {
  readonly #kept = new Map<string, { value: T; weight: number; until: number }>();
  readonly #most: number;
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, now: number): T | undefined {
    const found = this.#kept.get(key);
    if (found && found.until > now) return found.value;
    this.#drop(key);
    return undefined;
  }

  set(key: string, value: T, { weight, until }: { weight: number; until: number }): void {
    this.#drop(key);
    if (weight > this.#most) return;
    this.#kept.set(key, { value, weight, until });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }
}
