import { defineCheck } from '../../check.ts';
import { staleRemark } from '../../data/freshness.ts';
import { ROOT_PROGRAMS_DATE } from '../../data/root-programs.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { ROOT_HOLDERS, rootRefusal } from '../../facts/programs/root-refusals.ts';
import { CHAIN_LINES, RENEW_LINES } from './server-config.ts';
import { failureOf, leafOf, noCertificate } from './what-was-seen.ts';

const GET_A_CERTIFICATE = `Get a certificate from an authority that browsers trust, free of charge with ACME: certbot --nginx, or certbot --apache. ${RENEW_LINES}`;

const ANOTHER_AUTHORITY = `Have the certificate issued by another authority, or ask this one for a chain to a root that all browsers trust. ${RENEW_LINES}`;

/** Example that triggers it: a chain whose root is the company's own. */
export default defineCheck({
  id: 'tls/certificate-trust',
  title: 'Trust in the certificate',
  severity: 'critical',
  deduction: 30,
  why: 'A certificate proves who answers only if it leads, signature by signature, to a root that browsers trust. Otherwise they show a full-page warning, and an attacker could present one just as good.',
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
        'The certificate vouches for itself: no authority has confirmed who owns it, and browsers refuse it.',
    },
    untrusted_root: {
      title: 'Certificate chain ends in a root that is not trusted',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate leads to a root that browsers do not trust, so they refuse it.',
    },
    unknown_issuer: {
      title: 'Certificate issued by an unknown authority',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The authority that signed the certificate is neither sent along nor known to browsers, so they refuse it.',
    },
    invalid: {
      title: 'Certificate chain is not valid',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate chain breaks a rule of path validation, so browsers refuse it.',
    },
    refused_by_some: {
      title: 'Certificate chain leads to a root that a browser no longer trusts',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The chain is valid, and one of the large browsers does not take its root, or no longer for certificates of that day. Its visitors get a full-page warning.',
    },
    incomplete: {
      title: 'Intermediate certificate not sent',
      weakness: 'cert-chain',
      status: 'weak',
      severity: 'important',
      deduction: 10,
      cap: 79,
      explanation:
        'The server leaves out an intermediate certificate. Some browsers fetch it themselves; apps, command-line tools and other servers fail.',
      note: 'Fetched from the address in the certificate, the missing one completes the chain to a trusted root.',
    },
    unreachable_issuer: {
      title: 'Certificate issued by an authority that cannot be found',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'The authority that signed the certificate is neither sent along nor known to browsers, and its own certificate could not be fetched from the address in this one. Browsers refuse the certificate.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    const { trust } = tls.chain;
    if (!leaf && !trust) return noCertificate(tls);
    if (!trust)
      return failureOf(tls, 'trust') ?? { unknown: 'no handshake was completed in which the chain could be verified' };
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
      return { outcome: 'invalid', evidence: sentences.length > 0 ? sentences : [`OpenSSL: ${code ?? 'unknown'}`] };
    }
    if (state === 'self_signed') return { outcome: 'self_signed', evidence: leaf ? [leaf.subject] : [] };
    if (state === 'untrusted_root') return { outcome: 'untrusted_root', evidence: [`root: ${issuer ?? ''}`] };
    const missing = [`missing: ${issuer ?? 'the issuer of the last certificate sent'}`];
    if (state === 'unknown_issuer') return { outcome: 'unknown_issuer', evidence: missing };
    if (state === 'incomplete') return { outcome: 'incomplete', evidence: missing, fix: CHAIN_LINES };
    const tried = trust.unfetched.map(({ url, reason }) => `could not fetch ${url}: ${reason}`);
    return { outcome: 'unreachable_issuer', evidence: [...missing, ...tried], fix: CHAIN_LINES };
  },
});

/** The chain is judged without the table; what browsers have dropped since its day is not. */
function staleNote(now: number): { note?: string } {
  const note = staleRemark('roots that browsers take', ROOT_PROGRAMS_DATE, now);
  return note === '' ? {} : { note };
}

/** Browsers with a list of roots that is known, and does not have this one. */
function refusedRoots(tls: TlsEvidence): string[] {
  return ROOT_HOLDERS.flatMap((program) => {
    const reason = rootRefusal(tls, program);
    return typeof reason === 'string' ? [`${program}: ${reason}`] : [];
  });
}
