import { domainToASCII } from 'node:url';
import { z } from 'zod';

/**
 * The same address with its domain in ASCII, as browsers send what is typed into a form: `a@bücher.example` and
 * `a@xn--bcher-kva.example` are one account, and providers accept only the second. Other text is unchanged.
 */
function withAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at === -1 || !/\P{ASCII}/u.test(domain)) return text;
  const ascii = domainToASCII(domain);
  return ascii === '' ? text : `${text.slice(0, at)}@${ascii}`;
}

/**
 * Like a browser's own test of an email field, except that the domain has a dot and does not end in a number, and what is before
 * the @ has 64 characters at most (RFC 5321 §4.5.3.1.1). No mail provider delivers to `me@gmail` or `me@192.0.2.1`: what
 * was bought for such an address would be lost.
 */
const DELIVERABLE =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+(?!\d+$)[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?$/;

/** An email address without surrounding space, its domain in ASCII. */
export const Email = z
  .string()
  .trim()
  .overwrite(withAsciiDomain)
  .max(254)
  .pipe(z.email({ pattern: DELIVERABLE }));
