import type { BrowserSession } from '../session.ts';
import { lostRequests } from './compare.ts';
import { load, type Loaded } from './load.ts';
import { COLLECTING } from './page-use.ts';

/** Loads a page once more without any policy, if a policy seems to have prevented a request. */
export class Control {
  readonly #session: BrowserSession;
  readonly #first: Loaded;
  #lost: Promise<ReadonlySet<string>> | undefined;

  constructor(session: BrowserSession, first: Loaded) {
    this.#session = session;
    this.#first = first;
  }

  /** Those addresses that the page requests every time, as far as one more load can show. */
  async steady(lost: readonly string[]): Promise<string[]> {
    if (lost.length === 0) return [];
    const without = await (this.#lost ??= this.#load());
    return lost.filter((address) => !without.has(address));
  }

  async #load(): Promise<ReadonlySet<string>> {
    const session = await this.#session.fresh();
    try {
      const headers = [['content-security-policy-report-only', COLLECTING]] as const;
      return new Set(
        lostRequests(this.#first, await load(session, this.#first.document, { headers, endless: this.#first.endless })),
      );
    } finally {
      await session.close().catch(() => undefined);
    }
  }
}
