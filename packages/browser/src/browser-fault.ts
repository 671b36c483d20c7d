/** The browser could not be started, or was ended: always a limit or a failure of ours, never of the site. */
export class BrowserFault extends Error {
  override readonly name = 'BrowserFault';
  readonly code: 'unavailable' | 'limit' | 'timeout' | 'cancelled';
  constructor(code: BrowserFault['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
