import type { X509Certificate } from 'node:crypto';
import type { RevokedAuthority } from '../../evidence/tls.ts';
import { sha256, type Anchors } from './anchors.ts';
import { describeCertificate, fieldsOf, sameName, signedBy } from './certificates.ts';
import { askRevocation, type RevocationQuestion } from './revocation.ts';

/** Public chains have one or two. */
const MOST = 3;

/** The first intermediate certificate that its own authority has revoked: no staple covers it (RFC 6961 is not in use). */
export async function askAboveLeaf(
  chain: readonly X509Certificate[],
  anchors: Anchors,
  question: Omit<RevocationQuestion, 'leaf' | 'issuer'>,
): Promise<RevokedAuthority | null> {
  const answers = await Promise.all(
    intermediatesOf(chain, anchors).map(async ({ certificate, issuer }) => {
      const said = await askRevocation({ ...question, leaf: certificate, issuer });
      const subject = describeCertificate(certificate)?.subject ?? '';
      return said?.status === 'revoked' ? { ...said, subject } : null;
    }),
  );
  return answers.find((one) => one !== null) ?? null;
}

/** Those between the leaf and a root, each with its issuer, as far as there is one way alone: clients may take another. */
function intermediatesOf(chain: readonly X509Certificate[], anchors: Anchors) {
  const found: { certificate: X509Certificate; issuer: X509Certificate }[] = [];
  let [current] = chain;
  while (current && found.length < MOST) {
    const certificate = current;
    const fields = fieldsOf(certificate);
    // A root is not revoked by itself.
    if (!fields || sameName(fields.subject, fields.issuer)) break;
    const isIssuer = (one: X509Certificate): boolean =>
      sameName(fieldsOf(one)?.subject ?? ['unreadable'], fields.issuer) && signedBy(certificate, one);
    const root = anchors.named(fields.issuer).find(isIssuer);
    const sent = new Map(chain.filter(isIssuer).map((one) => [sha256(one), one]));
    const [next] = sent.values();
    const issuer = root ?? (sent.size === 1 ? next : undefined);
    if (!issuer) break;
    if (certificate !== chain[0]) found.push({ certificate, issuer });
    current = root ? undefined : issuer;
  }
  return found;
}
