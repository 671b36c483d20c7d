import { defineCheck } from '../../check.ts';
import { staleRemark } from '../../data/freshness.ts';
import { ROOT_PROGRAMS_DATE } from '../../data/root-programs.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { ROOT_HOLDERS, rootRefusal } from '../../facts/programs/root-refusals.ts';
import { CHAIN_LINES, RENEW_LINES } from './server-config.ts';
import { failureOf, leafOf, noCertificate } from './what-was-seen.ts';

const GET_A_CERTIFICATE = `Get a certificate from an authority that browsers trust, for example free of charge with ACME: certbot --nginx or certbot --apache. ${RENEW_LINES}`;

const ANOTHER_AUTHORITY = `Get the certificate from another authority, or ask this one for a chain to a root that all browsers trust. ${RENEW_LINES}`;

/** OpenSSL's codes for a path that it takes, and that leads nowhere, although another is sent. */
const MISLED: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

const SEND_ONE_PATH = `Send only the certificates of one path to a root that clients trust: remove cross-signed and expired authorities from the file, and the root.\n${CHAIN_LINES}`;

/** Example that triggers it: a chain whose root is the company's own. */
export default defineCheck({
  id: 'tls/certificate-trust',
  title: 'Certificate trust',
  severity: 'critical',
  deduction: 30,
  why: 'A certificate proves the server’s identity only if its chain of signatures leads to a root that browsers trust. Otherwise browsers show a full-page warning, and an attacker could present an equally valid certificate.',
  fix: GET_A_CERTIFICATE,
  references: ['https://www.rfc-editor.org/rfc/rfc5280#section-6', 'https://wiki.mozilla.org/CA'],
  needs: ['tls'],
  outcomes: {
    trusted: { title: 'Certificate chain leads to a trusted root', status: 'good' },
    self_signed: {
      title: 'Certificate is self-signed',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The certificate is signed with its own key. No authority has verified its owner, so browsers reject it.',
    },
    untrusted_root: {
      title: 'Certificate chain ends in an untrusted root',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate chain ends in a root that browsers do not trust, so they reject it.',
    },
    unknown_issuer: {
      title: 'Certificate is from an unknown authority',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The server does not send the certificate of the authority that signed its own, and browsers do not know that authority, so they reject the certificate.',
    },
    invalid: {
      title: 'Certificate chain is not valid',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The certificate chain violates a rule of path validation, so clients reject it. The evidence names the rule and, if not all clients enforce it, those that do.',
    },
    refused_by_some: {
      title: 'Certificate chain ends in a root that a browser no longer trusts',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The chain is valid, but a major browser does not trust its root, or no longer trusts it for certificates issued on that date. Visitors with that browser get a full-page warning.',
    },
    incomplete: {
      title: 'Intermediate certificate is not sent',
      weakness: 'cert-chain',
      status: 'weak',
      severity: 'important',
      deduction: 10,
      cap: 79,
      explanation:
        'The server does not send an intermediate certificate. Some browsers fetch it themselves, but apps, command-line tools and other servers fail to connect.',
      note: 'The scan fetched the missing one from the URL in the certificate. With it, the chain leads to a trusted root.',
    },
    unreachable_issuer: {
      title: 'Issuer of the certificate cannot be found',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The server does not send the certificate of the authority that signed its own, and the scan could not fetch it from the URL in the certificate. Browsers reject the certificate.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    const { trust } = tls.chain;
    if (!leaf && !trust) return noCertificate(tls);
    if (!trust)
      return failureOf(tls, 'trust') ?? { unknown: 'no completed handshake allowed the chain to be verified' };
    const { state, anchor, issuer, code } = trust;
    const root = anchor ? [`root: ${anchor.subject}`] : [];
    if (state === 'trusted') {
      const refused = refusedRoots(tls);
      return refused.length > 0
        ? { outcome: 'refused_by_some', evidence: [...root, ...refused], fix: ANOTHER_AUTHORITY }
        : { outcome: 'trusted', evidence: root, ...staleNote(scannedAt) };
    }
    if (state === 'invalid') {
      const sentences = trust.faults.map(({ sentence }) => sentence);
      const evidence = sentences.length > 0 ? sentences : [`OpenSSL: ${code ?? 'unknown'}`];
      const isMisled = trust.faults.every(({ rule }) => rule === 'openssl') && MISLED.has(code ?? '');
      return { outcome: 'invalid', evidence, ...(isMisled && { fix: SEND_ONE_PATH }) };
    }
    if (state === 'self_signed') return { outcome: 'self_signed', evidence: leaf ? [leaf.subject] : [] };
    if (state === 'untrusted_root') return { outcome: 'untrusted_root', evidence: [`root: ${issuer ?? ''}`] };
    const missing = [`missing: ${issuer ?? 'the issuer of the last certificate sent'}`];
    if (state === 'unknown_issuer')
      return { outcome: 'unknown_issuer', evidence: [...missing, ...trust.faults.map(({ sentence }) => sentence)] };
    if (state === 'incomplete') return { outcome: 'incomplete', evidence: missing, fix: CHAIN_LINES };
    const tried = trust.unfetched.map(({ url, reason }) => `could not fetch ${url}: ${reason}`);
    return { outcome: 'unreachable_issuer', evidence: [...missing, ...tried], fix: CHAIN_LINES };
  },
});

/** The chain itself is checked without the table. Roots that browsers have dropped since the table's date are not. */
function staleNote(now: number): { note?: string } {
  const note = staleRemark('roots that browsers trust', ROOT_PROGRAMS_DATE, now);
  return note === '' ? {} : { note };
}

/** Browsers whose root list is known and does not include this root. */
function refusedRoots(tls: TlsEvidence): string[] {
  return ROOT_HOLDERS.flatMap((program) => {
    const reason = rootRefusal(tls, program);
    return typeof reason === 'string' ? [`${program}: ${reason}`] : [];
  });
}
