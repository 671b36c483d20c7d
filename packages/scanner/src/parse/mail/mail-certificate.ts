import type { MailServer } from '../../evidence/mail.ts';
import { coveringName } from '../x509/x509-names.ts';

/** Why a sender that checks certificates would not deliver to this server; null when it would, or no one knows. */
export function certificateFault({ host, certificates, trust_fault }: MailServer, now: number): string | null {
  const leaf = certificates[0];
  if (!leaf) return null;
  if (now >= Date.parse(leaf.not_after) + 1000) return `its certificate expired on ${leaf.not_after.slice(0, 10)}`;
  if (now < Date.parse(leaf.not_before)) return `its certificate begins on ${leaf.not_before.slice(0, 10)}`;
  // RFC 8461 §4.2: the name of the MX record, in the subject alternative names.
  if (coveringName(leaf, host) === undefined)
    return `its certificate is for ${leaf.dns_names.slice(0, 3).join(', ') || 'no name'}, not for ${host}`;
  return trust_fault === null ? null : `its certificate leads to no trusted root (${trust_fault})`;
}
