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

/**
 * RFC 8461 §4.2: the subject alternative names must contain the name of the MX record.
 * @param domain a name that is enough, too: with DANE, that of the mail domain if its MX record is signed (RFC 7672 §3.2.2)
 */
export function nameFault({ host, certificates: [leaf] }: MailServer, domain = host): string | null {
  return leaf && coveringName(leaf, host) === undefined && coveringName(leaf, domain) === undefined
    ? `its certificate is for ${leaf.dns_names.slice(0, 3).join(', ') || 'no name'}, not for ${host}`
    : null;
}
