import { DerReader, elements, explicit, oidOf, TAG } from './der.ts';

/** One left out would make every signature wrong. */
const MAX_EXTENSIONS = 2000;
const EMBEDDED_SCTS = '1.3.6.1.4.1.11129.2.4.2';

export interface Precertificate {
  /** The signed part without the timestamps: what the logs signed (RFC 6962 §3.2). */
  signed: Uint8Array;
  /** SignedCertificateTimestampList. */
  timestamps: Uint8Array;
}

/** Null when the certificate holds no timestamps or does not parse. Never throws. */
export function precertificateOf(der: Uint8Array): Precertificate | null {
  try {
    const tbs = new DerReader(der).enter(TAG.sequence).take(TAG.sequence);
    let timestamps: Uint8Array | null = null;
    const fields = elements(tbs.content, 20).map((field) => {
      if (field.tag !== explicit(3)) return field.whole;
      const list = elements(new DerReader(field.content).take(TAG.sequence).content, MAX_EXTENSIONS);
      const kept = list.filter(({ content }) => {
        const extension = new DerReader(content);
        if (oidOf(extension.next()) !== EMBEDDED_SCTS) return true;
        extension.optional(TAG.boolean);
        timestamps = new DerReader(extension.take(TAG.octetString).content).take(TAG.octetString).content;
        return false;
      });
      return encode(explicit(3), encode(TAG.sequence, ...kept.map(({ whole }) => whole)));
    });
    return timestamps === null ? null : { signed: encode(TAG.sequence, ...fields), timestamps };
  } catch {
    return null;
  }
}

function encode(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, one) => sum + one.length, 0);
  const octets: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) octets.unshift(left % 256);
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 | octets.length, ...octets];
  const whole = new Uint8Array(head.length + length);
  whole.set(head);
  let at = head.length;
  for (const one of contents) {
    whole.set(one, at);
    at += one.length;
  }
  return whole;
}
