import type { MailServer } from '../../evidence/mail.ts';
import { coveringName } from '../x509/x509-names.ts';

/**
 * Why a sender that verifies certificates would not deliver to this server. Null if it would, or if that is unknown.
 */
export function certificateFault(server: MailServer, now: number): string | null {
  if (server.certificates.length === 0) return null;
  const { trust_fault: trust } = server;
  const untrusted = trust === null ? null : `its certificate does not lead to a trusted root (${trust})`;
  return dateFault(server, now) ?? nameFault(server) ?? untrusted;
}

export function dateFault({ certificates: [leaf] }: MailServer, now: number): string | null {
  if (!leaf) return null;
  if (now >= Date.parse(leaf.not_after) + 1000) return `its certificate expired on ${leaf.not_after.slice(0, 10)}`;
  if (now < Date.parse(leaf.not_before)) return `its certificate is not valid before ${leaf.not_before.slice(0, 10)}`;
  return null;
}

/** RFC 8461 §4.2: the subject alternative names must contain the name of the MX record. */
export function nameFault({ host, certificates: [leaf] }: MailServer): string | null {
  return leaf && coveringName(leaf, host) === undefined
    ? `its certificate is for ${leaf.dns_names.slice(0, 3).join(', ') || 'no name'}, not for ${host}`
    : null;
}
