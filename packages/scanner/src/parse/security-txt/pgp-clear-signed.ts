export type SignatureState = 'none' | 'signed' | 'broken';

const BEGIN = '-----BEGIN PGP SIGNED MESSAGE-----';
const SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const END = '-----END PGP SIGNATURE-----';

export interface SignedText {
  text: string;
  /** Number of lines in the file before the text. */
  before: number;
  state: SignatureState;
  fault: string | null;
}

/**
 * Parses an OpenPGP clear-signed text (RFC 9580 §7). Only the format is checked, because the signature cannot be
 * verified without the key.
 */
export function readSignedText(body: string): SignedText {
  const lines = body.split('\n');
  const at = (marker: string, from = 0): number =>
    lines.findIndex((line, index) => index >= from && line.trimEnd() === marker);
  const begin = at(BEGIN);
  if (begin < 0) {
    return at(SIGNATURE) < 0
      ? { text: body, before: 0, state: 'none', fault: null }
      : { text: body, before: 0, state: 'broken', fault: 'a signature without the start of a signed message' };
  }
  const signature = at(SIGNATURE, begin);
  const end = at(END, signature < 0 ? begin : signature);
  const blank = lines.findIndex((line, index) => index > begin && line.trim() === '');
  // Without the empty line, the text follows the headers at once.
  const headless = blank < 0 || (signature >= 0 && blank > signature);
  const headers = lines.slice(begin + 1).findIndex((line) => !line.startsWith('Hash:'));
  const before = headless ? begin + 1 + Math.max(headers, 0) : blank + 1;
  const text = lines
    .slice(before, signature < 0 ? undefined : signature)
    .map((line) => (line.startsWith('- ') ? line.slice(2) : line))
    .join('\n');
  const fault = faultOf(lines, { begin, blank, signature, end });
  return { text, before, state: fault ? 'broken' : 'signed', fault };
}

function faultOf(
  lines: readonly string[],
  where: { begin: number; blank: number; signature: number; end: number },
): string | null {
  const { begin, blank, signature, end } = where;
  if (begin > 0) return 'the signed message does not begin on the first line';
  if (signature < 0 || end < 0) return 'the signed message has no complete signature';
  if (blank < 0 || blank > signature) return 'the signed message lacks the empty line after its headers';
  if (lines.slice(begin + 1, blank).some((line) => !line.startsWith('Hash: ')))
    return 'the signed message has a header other than Hash';
  if (lines.slice(blank + 1, signature).some((line) => line.startsWith('-') && !line.startsWith('- '))) {
    return 'a line that begins with a dash is not escaped';
  }
  const armor = armorFault(lines.slice(signature + 1, end).map((line) => line.trimEnd()));
  if (armor) return armor;
  if (lines.slice(end + 1).some((line) => line.trim() !== '')) return 'there is text after the signature';
  return null;
}

/**
 * Checks the ASCII armor (RFC 9580 §6.2): headers, an empty line, base64 and an optional checksum line, which readers
 * ignore even if it is wrong (§6.1). The data must begin with a signature packet (§4.2): tag 2, old or new format.
 */
function armorFault(lines: readonly string[]): string | null {
  if (lines.every((line) => line === '')) return 'the signature is empty';
  const blank = lines.indexOf('');
  if (blank < 0) return 'the signature lacks the empty line before its data';
  if (lines.slice(0, blank).some((line) => !/^[A-Za-z]+: /u.test(line)))
    return 'the signature has a broken header line';
  const rest = lines.slice(blank + 1).filter((line) => line !== '');
  const data = (rest.at(-1)?.startsWith('=') ? rest.slice(0, -1) : rest).join('');
  if (data === '') return 'the signature is empty';
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/u.test(data)) return 'the signature is not base64';
  const first = atob(data).charCodeAt(0);
  const tag = (first & 0x40) === 0 ? (first & 0x3c) >> 2 : first & 0x3f;
  if ((first & 0x80) === 0 || tag !== 2) return 'the signature is not an OpenPGP signature';
  return null;
}
