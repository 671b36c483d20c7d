import type { BrowserSession } from '../session.ts';
import { lostRequests } from './compare.ts';
import { leave } from './leave.ts';
import { load, type Loaded } from './load.ts';
import { COLLECTING } from './page-use.ts';
import { scriptTexts } from './script-texts.ts';
import type { LoadScripts } from './varying.ts';

interface Again {
  lost: ReadonlySet<string>;
  ran: LoadScripts | null;
}

/** Loads a page once more without any policy, if a policy seems to have prevented something. */
export class Control {
  readonly #session: BrowserSession;
  readonly #first: Loaded;
  readonly #scripts: string | null;
  #again: Promise<Again> | undefined;

  /** @param scripts the page's address, if its scripts are compared from load to load */
  constructor(session: BrowserSession, first: Loaded, scripts: string | null) {
    this.#session = session;
    this.#first = first;
    this.#scripts = scripts;
  }

  /** Those addresses that the page requests every time, as far as one more load can show. */
  async steady(lost: readonly string[]): Promise<string[]> {
    if (lost.length === 0) return [];
    const without = (await (this.#again ??= this.#load())).lost;
    return lost.filter((address) => !without.has(address));
  }

  /** The scripts of one more load; null: they are not compared. */
  async scripts(): Promise<LoadScripts | null> {
    return (await (this.#again ??= this.#load())).ran;
  }

  async #load(): Promise<Again> {
    const session = await this.#session.fresh();
    try {
      const again = await load(session, this.#first.document, {
        headers: [['content-security-policy-report-only', COLLECTING]],
        endless: this.#first.endless,
        scripts: this.#scripts !== null,
      });
      await leave(session, again);
      const ran = this.#scripts === null ? null : await scriptTexts(session, again, this.#scripts);
      return { lost: new Set(lostRequests(this.#first, again)), ran };
    } finally {
      await session.close().catch(() => undefined);
    }
  }
}
