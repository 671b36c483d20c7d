import { defineCheck } from '../../check.ts';
import type { Revocation, Staple } from '../../evidence/tls.ts';
import { stapleFault, stapleRefusal } from '../../facts/certificates/staple-fault.ts';
import { RENEW_LINES, STAPLING_LINES } from './server-config.ts';
import { failureOf, leafOf, noCertificate, unanswered } from './what-was-seen.ts';

const REPLACE_STAPLE = `Switch stapling off (nginx: ssl_stapling off; Apache: SSLUseStapling off), or remove the file or cache that the response comes from and let the server fetch a new one.\n${STAPLING_LINES}`;

/** Where not the usual note holds. */
const NOTES: Partial<Record<Exclude<Staple['fault'], null>, string>> = {
  misspelled_signer:
    'Firefox compares names byte by byte, so it refuses the connection if it cannot get a valid response from the authority. Other browsers accept this one.',
  other_unreadable:
    'Browsers do not read the part about another certificate. wget and other programs with GnuTLS refuse the connection.',
};

function whenAndWhy({ revoked_at: at, revoked_for: why }: Pick<Revocation, 'revoked_at' | 'revoked_for'>): string {
  return `revoked at ${at ?? 'an unknown time'}${why ? ` (${why})` : ''}`;
}

/** Example that triggers it: a staple or a CRL that says "revoked", or a staple for another certificate. */
export default defineCheck({
  id: 'tls/ocsp-stapling',
  title: 'Revocation status',
  severity: 'critical',
  deduction: 30,
  why: 'A stapled OCSP response is a recent, signed statement that the certificate is not revoked. It is valid only if it is for this certificate, current, and signed by its issuer.',
  fix: STAPLING_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc6960', 'https://www.rfc-editor.org/rfc/rfc7633'],
  needs: ['tls'],
  outcomes: {
    good: { title: 'Stapled OCSP response confirms the certificate', status: 'good' },
    asked: {
      title: 'Certificate is not revoked',
      status: 'good',
      note: 'The server staples no OCSP response. The scan checked with the authority directly.',
    },
    no_responder: {
      title: 'Certificate has no OCSP responder',
      status: 'good',
      nothing: true,
      note: 'The certificate lists no OCSP responder, so there is nothing to staple.',
    },
    not_stapled: {
      title: 'No OCSP response is stapled',
      status: 'good',
      nothing: true,
      note: 'Stapling lets clients check revocation without revealing to the authority which site they visit. Most clients no longer use it.',
    },
    revoked: {
      title: 'Certificate is revoked',
      weakness: 'cert-revoked',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate authority has revoked the certificate. Browsers that check revocation reject it.',
    },
    authority_revoked: {
      title: 'Intermediate certificate is revoked',
      weakness: 'cert-revoked',
      status: 'bad',
      cap: 49,
      explanation:
        'An intermediate certificate of the chain has been revoked by the authority that issued it. Browsers that know of it reject every certificate below it.',
    },
    required_missing: {
      title: 'Required OCSP staple is missing',
      weakness: 'staple-faulty',
      status: 'missing',
      cap: 49,
      explanation:
        'The certificate requires the server to staple an OCSP response (must-staple), but the server sends no valid one. Firefox refuses the connection.',
    },
    refused: {
      title: 'Stapled OCSP response keeps Firefox out',
      weakness: 'staple-faulty',
      status: 'bad',
      cap: 49,
      explanation:
        'The server staples an OCSP response that Firefox does not accept for its certificate. It shows an error page instead of the site; other browsers ignore the response.',
    },
    unproven: {
      title: 'Stapled OCSP response is invalid',
      weakness: 'staple-faulty',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The stapled response does not prove the certificate’s status. Firefox refuses the connection if it cannot get a valid one from the authority. wget and other programs with GnuTLS refuse one that is not signed for the authority.',
    },
    stale: {
      title: 'Stapled OCSP response is out of date',
      weakness: 'staple-faulty',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The stapled response is out of date, so wget and other programs with GnuTLS refuse the connection. If it expired more than a day ago, so does Firefox, unless it gets a new one from the authority.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    if (!tls.staple_asked) return failureOf(tls, 'staple', 'handshake') ?? unanswered(tls);
    const { staple, revocation } = tls;
    if (revocation?.status === 'revoked') {
      const evidence = [`${whenAndWhy(revocation)}, according to ${revocation.url}`];
      return { outcome: 'revoked', evidence, fix: RENEW_LINES };
    }
    if (staple?.fault === null && staple.status === 'revoked')
      return { outcome: 'revoked', evidence: [whenAndWhy(staple)], fix: RENEW_LINES };
    const { revoked_authority: authority } = tls;
    if (authority) {
      const evidence = [`${authority.subject}: ${whenAndWhy(authority)}, according to ${authority.url}`];
      return { outcome: 'authority_revoked', evidence, fix: RENEW_LINES };
    }
    if (!staple) {
      if (leaf.must_staple) return { outcome: 'required_missing', evidence: ['must-staple, but nothing is stapled'] };
      if (revocation?.status === 'good')
        return { outcome: 'asked', evidence: [`not revoked, according to ${revocation.url}`] };
      const open = revocation ? [`no status from ${revocation.url}: ${revocation.reason ?? 'no response'}`] : [];
      return {
        outcome: leaf.ocsp_urls.length > 0 ? 'not_stapled' : 'no_responder',
        evidence: [...leaf.ocsp_urls, ...open],
      };
    }
    const fault = stapleFault(staple, scannedAt);
    if (!fault)
      return { outcome: 'good', evidence: [`good, until ${staple.next_update ?? 'a newer response is issued'}`] };
    // Without the issuer's certificate, which the server does not send, the scan cannot tell.
    if (staple.fault === 'issuer_unknown') return { unknown: fault };
    const refusal = stapleRefusal(staple, leaf, scannedAt);
    if (refusal !== null && leaf.must_staple) return { outcome: 'required_missing', evidence: [fault] };
    if (refusal === 'certain') return { outcome: 'refused', evidence: [fault], fix: REPLACE_STAPLE };
    if (staple.fault === null && staple.status === 'good') return { outcome: 'stale', evidence: [fault] };
    const note = staple.fault === null ? undefined : NOTES[staple.fault];
    return { outcome: 'unproven', evidence: [fault], ...(note === undefined ? {} : { note }) };
  },
});
