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

/** An email address without surrounding space, its domain in ASCII. */
export const Email = z
  .string()
  .trim()
  .overwrite(withAsciiDomain)
  .max(254)
  .pipe(z.email({ pattern: z.regexes.html5Email }));
