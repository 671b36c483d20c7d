/**
 * Networks that host scanners often let nothing out to port 25, or by UDP. After some servers in a row that did not even
 * refuse, and none that answered, it is not asked for a while: such a scan would learn nothing and wait for it.
 */
export class SilentPort {
  readonly #after: number;
  readonly #restMs: number;
  #silent = 0;
  #until = 0;

  constructor(options: { after?: number; restMs?: number } = {}) {
    this.#after = options.after ?? 4;
    this.#restMs = options.restMs ?? 600_000;
  }

  isClosed(now: number): boolean {
    return now < this.#until;
  }

  heard(): void {
    this.#silent = 0;
    this.#until = 0;
  }

  missed(now: number): void {
    this.#silent += 1;
    if (this.#silent >= this.#after) this.#until = now + this.#restMs;
  }
}
