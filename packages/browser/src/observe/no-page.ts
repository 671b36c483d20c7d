/** The page's server refused the browser or never answered it. What a browser gets there is up to the site. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** An address did not answer with something that browsers show as a page. The message continues after "the address". */
export class NoPage extends Error {
  override readonly name = 'NoPage';
}
