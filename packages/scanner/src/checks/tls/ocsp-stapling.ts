import { defineCheck } from '../../check.ts';
import { stapleFault } from '../../facts/certificates/staple-fault.ts';
import { RENEW_LINES, STAPLING_LINES } from './server-config.ts';
import { failureOf, leafOf, noCertificate, unanswered } from './what-was-seen.ts';

/** Example that triggers it: a staple or a list of the authority that says "revoked", a staple of another certificate. */
export default defineCheck({
  id: 'tls/ocsp-stapling',
  title: 'Revocation status',
  severity: 'critical',
  deduction: 30,
  why: 'A stapled OCSP response is a fresh, signed statement that the certificate has not been revoked. It counts only if it is about this certificate, in date, and signed by its issuer.',
  fix: STAPLING_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc6960', 'https://www.rfc-editor.org/rfc/rfc7633'],
  needs: ['tls'],
  outcomes: {
    good: { title: 'Stapled revocation status is good', status: 'good' },
    asked: {
      title: 'Certificate not revoked, says its authority',
      status: 'good',
      note: 'Nothing is stapled; the authority itself was asked.',
    },
    no_responder: {
      title: 'No revocation responder to staple from',
      status: 'good',
      note: 'The certificate names no OCSP responder, so there is nothing to staple.',
    },
    not_stapled: {
      title: 'No revocation status stapled',
      status: 'good',
      note: 'Nothing is stapled. Most clients do not ask for it any more; it would let them check without telling the authority whom they visit.',
    },
    revoked: {
      title: 'Certificate revoked',
      weakness: 'cert-revoked',
      status: 'bad',
      cap: 49,
      explanation:
        'The certificate has been revoked: its own authority says so. Browsers that check for revocation refuse it.',
    },
    required_missing: {
      title: 'Certificate demands a stapled status and none is sent',
      weakness: 'staple-faulty',
      status: 'missing',
      cap: 49,
      explanation:
        'The certificate obliges its server to staple an OCSP response (must-staple), and no valid one is stapled: Firefox refuses the connection.',
    },
    unproven: {
      title: 'Stapled revocation status proves nothing',
      weakness: 'staple-faulty',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'What is stapled proves nothing.',
    },
    stale: {
      title: 'Stapled revocation status is out of date',
      weakness: 'staple-faulty',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The stapled response is out of date.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    if (!tls.staple_asked) return failureOf(tls, 'staple', 'handshake') ?? unanswered(tls);
    const { staple, revocation } = tls;
    if (revocation?.status === 'revoked') {
      const when = revocation.revoked_at ?? 'an unknown time';
      return { outcome: 'revoked', evidence: [`revoked at ${when}, says ${revocation.url}`], fix: RENEW_LINES };
    }
    if (!staple) {
      if (leaf.must_staple) return { outcome: 'required_missing', evidence: ['must-staple, and nothing is stapled'] };
      if (revocation?.status === 'good') return { outcome: 'asked', evidence: [`not revoked, says ${revocation.url}`] };
      const open = revocation ? [`not found out from ${revocation.url}: ${revocation.reason ?? 'no answer'}`] : [];
      return {
        outcome: leaf.ocsp_urls.length > 0 ? 'not_stapled' : 'no_responder',
        evidence: [...leaf.ocsp_urls, ...open],
      };
    }
    const fault = stapleFault(staple, scannedAt);
    if (staple.fault === null && staple.status === 'revoked') {
      return {
        outcome: 'revoked',
        evidence: [`revoked at ${staple.revoked_at ?? 'an unknown time'}`],
        fix: RENEW_LINES,
      };
    }
    if (!fault)
      return { outcome: 'good', evidence: [`good, until ${staple.next_update ?? 'newer information comes'}`] };
    if (leaf.must_staple) return { outcome: 'required_missing', evidence: [fault] };
    return { outcome: staple.fault === null && staple.status === 'good' ? 'stale' : 'unproven', evidence: [fault] };
  },
});
