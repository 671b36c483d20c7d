/** What an address answered is nothing that a browser shows as a page of its own; the message goes on from "the address". */
export class NoPage extends Error {
  override readonly name = 'NoPage';
}
