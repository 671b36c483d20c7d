/** The browser could not be had, or was ended: always a limit or a fault of ours, never the site's. */
export class BrowserFault extends Error {
  override readonly name = 'BrowserFault';
  readonly code: 'unavailable' | 'limit' | 'timeout' | 'cancelled';
  constructor(code: BrowserFault['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
