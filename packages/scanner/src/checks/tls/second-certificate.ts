import { defineCheck } from '../../check.ts';
import { coveringName } from '../../parse/x509/x509-names.ts';
import { RENEW_LINES } from './server-config.ts';
import { day } from './what-was-seen.ts';

/** Example that triggers it: the ECDSA certificate is renewed, the RSA one beside it expired in spring. */
export default defineCheck({
  id: 'tls/second-certificate',
  title: 'Certificate for clients without ECDSA',
  severity: 'critical',
  deduction: 30,
  why: 'Many servers hold an ECDSA and an RSA certificate, and each client sees only one. A fault in the one that browsers never see goes unnoticed until other clients fail.',
  fix: `Renew both certificates together, or remove the RSA one. ${RENEW_LINES}`,
  references: [
    'https://nginx.org/en/docs/http/configuring_https_servers.html',
    'https://www.rfc-editor.org/rfc/rfc5280#section-6',
  ],
  needs: ['tls'],
  outcomes: {
    sound: { title: 'Second certificate is sound too', status: 'good' },
    refused: {
      title: 'Second certificate is one that clients refuse',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'Clients without ECDSA get another certificate than browsers do, and that one is refused: expired, for another name, or not trusted.',
    },
    weak: {
      title: 'Second certificate is weak',
      weakness: 'cert-weak-key',
      status: 'weak',
      severity: 'important',
      deduction: 8,
      cap: 79,
      note: 'Clients without ECDSA get a weaker certificate than browsers do.',
    },
  },
  judge({ tls }, { scannedAt }) {
    const [second] = tls.second_chain?.certificates ?? [];
    if (tls.endpoint !== 'tls') return null;
    if (!second) {
      const sentences = tls.second_chain?.trust?.faults.map(({ sentence }) => sentence) ?? [];
      return sentences.length > 0 ? { outcome: 'refused', evidence: sentences } : null;
    }
    const faults: string[] = [];
    if (scannedAt >= Date.parse(second.not_after) + 1000) faults.push(`expired on ${day(second.not_after)}`);
    if (scannedAt < Date.parse(second.not_before)) faults.push(`not valid before ${day(second.not_before)}`);
    if (coveringName(second, tls.host) === undefined) faults.push(`does not cover ${tls.host}`);
    const state = tls.second_chain?.trust?.state;
    if (state !== undefined && state !== 'trusted' && state !== 'incomplete')
      faults.push(`not trusted (${state.replaceAll('_', ' ')})`);
    const refused = faults.length > 0;
    if (state === 'incomplete') faults.push('its intermediate certificate is not sent');
    if (second.key.type === 'RSA' && second.key.bits !== null && second.key.bits < 2048)
      faults.push(`RSA key of ${second.key.bits} bits`);
    if (second.signature_hash === 'SHA-1' || second.signature_hash === 'MD5')
      faults.push(`signed with ${second.signature_hash}`);
    const name = `${second.subject} (serial ${second.serial})`;
    return faults.length > 0
      ? { outcome: refused ? 'refused' : 'weak', evidence: faults.map((fault) => `${name}: ${fault}`) }
      : { outcome: 'sound', evidence: [name] };
  },
});
