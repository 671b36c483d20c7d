import type { CDPSession, Page } from 'playwright-core';

/** One page of one fresh profile, whose every packet goes through the guard. */
export interface BrowserSession {
  page: Page;
  cdp: CDPSession;
  /** What was asked for. */
  url: string;
  /** Aborts when the time of the whole witness is over. */
  deadline: AbortSignal;
  /** What the guard did not let out. */
  refused(): readonly { url: string; reason: string }[];
  /** The same with a new profile. */
  fresh(): Promise<BrowserSession>;
  close(): Promise<void>;
}
