import { isStale } from '../../data/freshness.ts';
import { ROOT_PROGRAMS_DATE } from '../../data/root-programs.ts';
import type { Certificate, TlsEvidence } from '../../evidence/tls.ts';
import { ANY_PURPOSE, GATED, SERVER_AUTH } from '../../parse/x509/purposes.ts';
import { describeKey, gradeOfAuthorityKey } from '../../parse/x509/strength.ts';
import { lifetimeOf } from '../certificates/lifetime.ts';
import { isAuthority } from '../certificates/purpose.ts';
import { stapleFault, stapleRefusal } from '../certificates/staple-fault.ts';
import { nameRemarks } from './name-remarks.ts';
import { BROWSERS, TRUST_PROGRAMS, type Remark, type TrustProgram } from './remark.ts';
import { rootRefusal } from './root-refusals.ts';
import { proofOfLogging } from './timestamps.ts';

export interface ProgramVerdict {
  program: TrustProgram;
  /** null: it depends on what a scan does not see. */
  accepts: boolean | null;
  /** Why not, or what it depends on. */
  reasons: string[];
}

const DAY_MS = 86_400_000;
const DATE_CODES: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const UNTRUSTED: Readonly<Record<string, string>> = {
  self_signed: 'the certificate is self-signed',
  untrusted_root: 'the chain ends in an untrusted root',
  unknown_issuer: 'the authority is unknown',
  issuer_unreachable: 'the authority is unknown',
};

/**
 * Whether current versions of four programs take the certificate, as far as their rules are published: the root programs of
 * Chrome, Mozilla and Apple, mozilla::pkix, Apple's requirements for certificates, OpenSSL's default security level.
 * OpenSSL stands for most command-line tools, apps and servers. Empty without a certificate.
 */
export function programVerdicts(tls: TlsEvidence, now: number): ProgramVerdict[] {
  const [leaf] = tls.chain.certificates;
  if (tls.endpoint !== 'tls' || !leaf) return [];
  const remarks = [
    ...pathRemarks(tls, now),
    ...nameRemarks(leaf, tls.host),
    ...dateRemarks(leaf, tls, now),
    ...keyRemarks(leaf, tls),
    ...purposeRemarks(leaf, tls),
    ...publicRemarks(leaf, tls, now),
    ...stapleRemarks(leaf, tls, now),
  ];
  return TRUST_PROGRAMS.map((program) => {
    const own = remarks.filter(({ programs }) => programs.includes(program));
    const refused = own.filter(({ doubt }) => !doubt);
    const accepts = refused.length > 0 ? false : own.length > 0 ? null : true;
    return { program, accepts, reasons: (refused.length > 0 ? refused : own).map(({ reason }) => reason) };
  });
}

function pathRemarks(tls: TlsEvidence, now: number): Remark[] {
  const { trust } = tls.chain;
  if (!trust) return [{ programs: TRUST_PROGRAMS, doubt: true, reason: 'the chain could not be checked' }];
  const untrusted = UNTRUSTED[trust.state];
  if (untrusted !== undefined) return [{ programs: TRUST_PROGRAMS, reason: untrusted }];
  const roots = BROWSERS.flatMap((program): Remark[] => {
    const reason = rootRefusal(tls, program);
    if (reason === null) {
      if (trust.anchor?.public !== true || !isStale(ROOT_PROGRAMS_DATE, now)) return [];
      return [
        {
          programs: [program],
          doubt: true,
          reason: `the scanner’s copy of its root list is from ${ROOT_PROGRAMS_DATE}`,
        },
      ];
    }
    if (reason === undefined) return [{ programs: [program], doubt: true, reason: 'its root list is unknown' }];
    return [{ programs: [program], reason }];
  });
  if (trust.state === 'incomplete') {
    return [
      ...roots,
      { programs: ['OpenSSL'], reason: 'an intermediate certificate is not sent, and it does not fetch any' },
      {
        programs: ['Firefox'],
        doubt: true,
        reason: 'an intermediate certificate is not sent, and it has only those that Mozilla preloads',
      },
    ];
  }
  if (trust.state !== 'invalid') return roots;
  const faults = trust.faults.flatMap(({ rule, sentence }): Remark | Remark[] => {
    // Which of them the others process differs from extension to extension, and so does what they read nevertheless.
    if (rule === 'needless_critical' || rule === 'malformed_extension' || rule === 'repeated_extension')
      return [
        { programs: ['Chrome'], reason: sentence },
        { programs: ['Firefox', 'Safari', 'OpenSSL'], doubt: true, reason: sentence },
      ];
    // BoringSSL reads the second 60 as X.680 has it, and takes any purpose for servers.
    if (rule === 'leap_second' || rule === 'any_purpose')
      return [
        { programs: ['Firefox', 'OpenSSL'], reason: sentence },
        { programs: ['Safari'], doubt: true, reason: sentence },
      ];
    if (rule === 'root_key') return { programs: BROWSERS, reason: sentence };
    // OpenSSL reads past what is not DER.
    if (rule === 'browser_form' || rule === 'unreadable')
      return [
        { programs: BROWSERS, reason: sentence },
        { programs: ['OpenSSL'], doubt: true, reason: sentence },
      ];
    // Firefox has no policy processing for websites, and OpenSSL's is off unless a program turns it on. Neither minds marks of
    // an authority on a certificate that is none, or asks for a version.
    if (rule === 'policies' || rule === 'wrong_version' || rule === 'half_authority' || rule === 'chrome_form')
      return [
        { programs: ['Chrome'], reason: sentence },
        { programs: ['Safari'], doubt: true, reason: sentence },
      ];
    if (rule === 'firefox_form')
      return [
        { programs: ['Firefox'], reason: sentence },
        { programs: ['Safari'], doubt: true, reason: sentence },
      ];
    // Browsers use the key identifier as a hint only, and what only OpenSSL refuses is no rule of theirs.
    if (rule === 'key_id_differs' || rule === 'openssl') return { programs: ['OpenSSL'], reason: sentence };
    return { programs: TRUST_PROGRAMS, reason: sentence };
  });
  // It verified the chain itself. Dates are judged below.
  const knows = faults.some(({ programs, doubt }) => programs.includes('OpenSSL') && !doubt);
  if (trust.code !== null && !DATE_CODES.has(trust.code) && !knows)
    faults.push({ programs: ['OpenSSL'], reason: `it refuses the chain (${trust.code})` });
  return [...roots, ...(faults.length > 0 ? faults : [{ programs: TRUST_PROGRAMS, reason: 'the chain is not valid' }])];
}

function dateRemarks(leaf: Certificate, { chain }: TlsEvidence, now: number): Remark[] {
  const path = new Set(chain.trust?.path);
  const others = chain.certificates.slice(1).filter((one) => path.has(one.sha256));
  const late = (one: Certificate): boolean => now >= Date.parse(one.not_after) + 1000;
  const found: Remark[] = [];
  if (late(leaf)) found.push({ programs: TRUST_PROGRAMS, reason: 'it has expired' });
  if (now < Date.parse(leaf.not_before)) found.push({ programs: TRUST_PROGRAMS, reason: 'it is not valid yet' });
  if (others.some((one) => late(one) && one.sha256 !== chain.trust?.anchor?.sha256))
    found.push({ programs: TRUST_PROGRAMS, reason: 'an intermediate certificate has expired' });
  if (others.some((one) => now < Date.parse(one.not_before)))
    found.push({ programs: TRUST_PROGRAMS, reason: 'an intermediate certificate is not valid yet' });
  return found;
}

function keyRemarks(leaf: Certificate, { chain }: TlsEvidence): Remark[] {
  const { type, bits, curve, limit, flaw = limit } = leaf.key;
  const path = new Set(chain.trust?.path);
  const signed = chain.certificates.filter(
    (one, at) => (at === 0 || path.has(one.sha256)) && !one.self_signed && one.sha256 !== chain.trust?.anchor?.sha256,
  );
  const dated = signed.filter(({ signature_hash: hash }) => hash !== null && ['MD2', 'MD5', 'SHA-1'].includes(hash));
  const odd = signed.filter(({ signature_hash: hash }) => hash === null || hash === 'SHA-224' || hash === 'intrinsic');
  const unread = signed
    .slice(1)
    .find((one) => ['unsupported', 'broken'].includes(gradeOfAuthorityKey(one)) && one.key.type !== 'RSA');
  const found: Remark[] = [
    ...dated
      .slice(0, 1)
      .map(({ signature_hash: hash }) => ({ programs: TRUST_PROGRAMS, reason: `it is signed with ${hash}` })),
    ...odd
      .slice(0, 1)
      .map(({ signature_algorithm: name }) => ({ programs: BROWSERS, reason: `it is signed with ${name}` })),
  ];
  if (unread) found.push({ programs: BROWSERS, reason: `${unread.subject} has a key of type ${describeKey(unread)}` });
  if (flaw !== undefined) found.push({ programs: BROWSERS, reason: `its RSA key has ${flaw}` });
  if (type === 'RSA' && bits !== null && bits < 2048) {
    const reason = `its RSA key has ${bits} bits`;
    found.push({ programs: bits < 1024 ? TRUST_PROGRAMS : ['Safari', 'OpenSSL'], reason });
    if (bits >= 1024) found.push({ programs: ['Chrome', 'Firefox'], doubt: true, reason });
  } else if (type === 'EC' && curve === 'P-521') {
    found.push({ programs: ['Chrome'], reason: 'it does not support P-521 signatures' });
  } else if (type === 'EC' ? curve !== 'P-256' && curve !== 'P-384' : type !== 'RSA') {
    found.push({ programs: BROWSERS, reason: `it does not accept ${curve === null ? type : `${type} ${curve}`} keys` });
  }
  return found;
}

function purposeRemarks(leaf: Certificate, tls: TlsEvidence): Remark[] {
  const { extended_key_usage: purposes, key_usage: usage } = leaf;
  const found: Remark[] = [];
  if (purposes && !purposes.includes(SERVER_AUTH)) {
    const gated = purposes.some((purpose) => GATED.includes(purpose));
    // Chromium 156 takes “any purpose” for servers, too.
    const programs = (gated ? BROWSERS : TRUST_PROGRAMS).filter(
      (one) => one !== 'Chrome' || !purposes.includes(ANY_PURPOSE),
    );
    found.push({ programs, reason: 'it is not issued for server authentication' });
  }
  // Apple's requirements for TLS server certificates of iOS 13 and macOS 10.15.
  if (!purposes && Date.parse(leaf.not_before) >= Date.parse('2019-07-01'))
    found.push({ programs: ['Safari'], reason: 'it lacks the extended key usage for servers' });
  if (isAuthority(leaf, tls.chain.trust)) found.push({ programs: ['Firefox'], reason: 'it is a CA certificate' });
  if (!usage) return found;
  const { suite_classes: classes } = tls;
  const signs = [classes.tls13, classes.ecdhe_aead, classes.ecdhe_cbc, classes.dhe_aead, classes.dhe_cbc];
  if (leaf.key.type === 'RSA' && !usage.includes('keyEncipherment') && signs.every((state) => state === false))
    found.push({ programs: ['Chrome'], reason: 'its key usage lacks “Key Encipherment”' });
  if (usage.includes('digitalSignature')) return found;
  if (leaf.key.type !== 'RSA' || signs.some((state) => state !== false))
    found.push({ programs: ['Chrome'], reason: 'its key usage lacks “Digital Signature”' });
  if (!usage.includes('keyEncipherment') && !usage.includes('keyAgreement'))
    found.push({ programs: ['Firefox', 'OpenSSL'], reason: 'its key usage does not allow handshakes' });
  return found;
}

/** Rules that browsers hold the public authorities to, and Apple's for everyone. */
function publicRemarks(leaf: Certificate, tls: TlsEvidence, now: number): Remark[] {
  const from = Date.parse(leaf.not_before);
  const { days, refused } = lifetimeOf(leaf);
  const isPublic = tls.chain.trust?.anchor?.public === true;
  const found: Remark[] = [];
  const reason = `its lifetime is ${days} days`;
  if (isPublic && refused) found.push({ programs: ['Chrome', 'Safari'], reason });
  else if (Date.parse(leaf.not_after) - from > 825 * DAY_MS && from >= Date.parse('2019-07-01'))
    found.push({ programs: ['Safari'], reason });
  const proof = proofOfLogging(tls, now);
  if (proof?.state === 'none' || proof?.state === 'too_few')
    found.push({ programs: BROWSERS, reason: 'it is in too few public logs' });
  else if (proof?.state === 'unknown') found.push({ programs: BROWSERS, doubt: true, reason: proof.reason ?? '' });
  return found;
}

function stapleRemarks(leaf: Certificate, tls: TlsEvidence, now: number): Remark[] {
  const { staple, staple_asked: asked, revocation, revoked_authority: authority } = tls;
  if (staple?.fault === null && staple.status === 'revoked')
    return [{ programs: BROWSERS, reason: 'the stapled response says that it is revoked' }];
  const refusal = staple === null ? null : stapleRefusal(staple, leaf, now);
  const fault = staple === null ? 'no answer is' : stapleFault(staple, now);
  const own: Remark[] = [];
  if (leaf.must_staple && asked && (staple === null || refusal !== null))
    own.push({ programs: ['Firefox'], reason: `a staple is required: ${fault ?? ''}` });
  else if (refusal !== null)
    own.push({
      programs: ['Firefox'],
      ...(refusal !== 'certain' && { doubt: true as const }),
      reason: `it refuses the stapled response: ${fault ?? ''}`,
    });
  return [
    ...own,
    // CRLite, CRLSets and Apple's own service: what the authority says gets there sooner or later, or not at all.
    ...(revocation?.status === 'revoked'
      ? [{ programs: BROWSERS, doubt: true as const, reason: 'its authority has revoked it' }]
      : []),
    ...(authority
      ? [{ programs: BROWSERS, doubt: true as const, reason: `the certificate of “${authority.subject}” is revoked` }]
      : []),
  ];
}
