/** Macros of SPF (RFC 7208 §7). */

/**
 * The letters c, r and t are valid only in the explanation text of `exp=` (RFC 7208 §7.2), not in a term. A number of
 * labels is not zero (§7.3).
 */
const MACRO = /%(?:\{([slodiphv])((?!0+(?!\d))\d{0,3})(r?)([.\-+,/_=]*)\}|%|_|-)/gi;

/** RFC 7208 §7.1: printable ASCII, with `%` only as the start of a macro. */
export function isMacroString(text: string): boolean {
  return /^[\x21-\x24\x26-\x7e]*$/.test(text.replace(MACRO, ''));
}

/**
 * Whether the sender chooses the end of the name, and so a zone of their own: the name in HELO (h), the name of their
 * address (p), or the local part (l), which may be `mail.example`.
 */
export function senderChooses(spec: string): boolean {
  return /%\{[hpl]\d{0,3}r?[.\-+,/_=]*\}$/iu.test(spec.slice(-24).replace(/\.$/, ''));
}

/**
 * Expands a domain-spec that does not depend on the message: `%{d}` is the domain of the current record. Null if it
 * needs the sender or the address.
 */
export function staticDomain(spec: string | null, current: string): string | null {
  return spec === null ? current : named(expanded(spec, { d: current }));
}

/**
 * The name for a message that no one may send: from an address for documentation (RFC 5737) and a name that does not
 * exist (RFC 2606). If it exists, it exists for every message.
 */
export function forgedDomain(spec: string, current: string): string | null {
  const values = { d: current, o: current, i: '192.0.2.77', v: 'in-addr', l: LOCAL, s: `${LOCAL}@${current}` };
  return named(expanded(spec, { ...values, h: `${LOCAL}.invalid`, p: 'unknown' }));
}

const LOCAL = 'palisade-test';

/** Macros with a known value, with their numbers of labels, `r` and delimiters (RFC 7208 §7.3). */
function expanded(spec: string, values: Readonly<Record<string, string>>): string {
  return spec.replaceAll(MACRO, (macro, letter?: string, digits = '', reversed = '', delimiters = '') => {
    const value = letter === undefined ? undefined : values[letter.toLowerCase()];
    if (value === undefined) return macro;
    const parts = value.split(delimiters === '' ? '.' : new RegExp(`[${delimiters.replaceAll(/[-\]\\^]/g, '\\$&')}]`));
    if (reversed !== '') parts.reverse();
    return parts.slice(digits === '' ? 0 : -Number(digits)).join('.');
  });
}

/** RFC 7208 §7.3: a name that is too long loses labels from the left. */
function named(text: string): string | null {
  if (text.includes('%')) return null;
  const labels = text.toLowerCase().replace(/\.$/, '').slice(-1024).split('.');
  while (labels.length > 1 && labels.join('.').length > 253) labels.shift();
  return labels.join('.').slice(-253);
}
