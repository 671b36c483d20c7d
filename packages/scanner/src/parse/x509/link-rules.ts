import { DerReader } from './der.ts';
import { isSameInChrome } from './general-names.ts';
import type { CertificateFields } from './x509-fields.ts';

/** What a certificate says of the one that issued it, and must have of it: rules that it breaks, each with the words about it. */
export function linkWords(
  { authorityKeyId: named, issuerBytes, features: own }: CertificateFields,
  { fields, subject }: { fields: CertificateFields; subject: string },
): ['key_id_differs' | 'firefox_form' | 'browser_form', words: string][] {
  const { subjectKeyId, subjectBytes, issuer, serial, features } = fields;
  const found: ReturnType<typeof linkWords> = [];
  const differs =
    (named?.id != null && subjectKeyId !== null && named.id !== subjectKeyId) ||
    (named?.serial != null && named.serial !== serial) ||
    (named?.issuer != null && named.issuer.join() !== issuer.join());
  if (differs) {
    const words = `refers to another key of “${subject}” than the one that signed it (authority key identifier)`;
    found.push(['key_id_differs', `${words}; OpenSSL refuses that`]);
  }
  // mozilla::pkix and programs in Go compare names byte by byte.
  if (!sameBytes(issuerBytes, subjectBytes)) {
    const isSame = isSameInChrome(new DerReader(issuerBytes).next(), new DerReader(subjectBytes).next());
    const words = `writes its issuer’s name differently than “${subject}” itself does (RFC 5280 §4.1.2.6)`;
    found.push(
      isSame ? ['firefox_form', `${words}: Firefox refuses it`] : ['browser_form', `${words}: browsers refuse it`],
    );
  }
  if (features !== null && own !== features) {
    const words = `lacks the TLS features that “${subject}” requires of its certificates (RFC 7633 §4.2.2)`;
    found.push(['firefox_form', `${words}: Firefox refuses it`]);
  }
  return found;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((octet, at) => octet === other[at]);
}
