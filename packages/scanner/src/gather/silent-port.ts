/**
 * Hosting networks often block outgoing port 25, or UDP. After several servers in a row without a response or a
 * refusal, the port is not used for a while: a scan would only wait for a timeout.
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
