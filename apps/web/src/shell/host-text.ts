import { readableHost } from '@palisade/report/readable-host';

/** Isolated (UAX #9 §2.4.2), so that a right-to-left name does not reorder the text around it. */
export function isolatedHost(host: string): string | null {
  const readable = readableHost(host);
  return readable === null ? null : `\u2068${readable}\u2069`;
}

/** A host in readable form, followed by the form that browsers send, which cannot be mistaken for another (UTS #39). */
export function hostText(host: string): string {
  const readable = isolatedHost(host);
  return readable === null ? host : `${readable} (${host})`;
}
