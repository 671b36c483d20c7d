/** The page's server let the browser wait in vain, or refused it: what a browser meets there is the site's doing. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** What an address answered is nothing that a browser shows as a page of its own; the message goes on from "the address". */
export class NoPage extends Error {
  override readonly name = 'NoPage';
}
