import type { TlsPolicyVerdict } from '@palisade/report/sections/tls';
import table from '../../data/tls-policies.json' with { type: 'json' };
import { TLS_VERSIONS, type Certificate, type TlsEvidence, type TlsVersion } from '../../evidence/tls.ts';
import type { SuiteClass } from '../../parse/tls/tls-suites.ts';
import { leavesOf } from './client-signatures.ts';
import { groupFix, keyFix, protocolFix, suiteFix } from './policy-fixes.ts';

interface Policy {
  policy: string;
  versions: string[];
  suites?: string[];
  weak_classes?: string[];
  groups?: string[];
  hybrids_not_judged?: boolean;
  key_types?: string[];
  curves?: string[];
  rsa_bits?: number | null;
  dh_bits?: number | null;
  days?: number;
  extended_master_secret?: boolean;
}

const POLICIES: readonly Policy[] = table.policies;
const DAY_MS = 86_400_000;

/** The fix is written only for lines that fail: of the few dozen of a scan, hardly any do. */
type Line = { broken: boolean | null; line: string; fix?: (policy: Policy) => string };

/** Published policies as pass, or as the exact lines that fail. */
export function policyVerdicts(tls: TlsEvidence): TlsPolicyVerdict[] {
  return POLICIES.map((policy) => {
    const lines = linesOf(policy, tls);
    const failures = lines.filter(({ broken }) => broken === true);
    const open = lines.some(({ broken }) => broken === null);
    const fix = [...new Set(failures.flatMap((one) => one.fix?.(policy) ?? []))].join('\n');
    return {
      policy: policy.policy,
      passes: failures.length > 0 ? false : open ? null : true,
      failures: failures.map(({ line }) => line),
      fix: fix === '' ? null : fix,
    };
  });
}

function linesOf(policy: Policy, tls: TlsEvidence): Line[] {
  return [
    ...versionLines(policy, tls),
    ...suiteLines(policy, tls),
    ...groupLines(policy, tls),
    ...primeLines(policy, tls),
    ...keyLines(policy, tls),
  ];
}

function versionLines(policy: Policy, tls: TlsEvidence): Line[] {
  const { versions } = policy;
  const unwanted = TLS_VERSIONS.filter((version) => !versions.includes(version));
  const wanted = versions.map((version) => tls.versions[version as TlsVersion] ?? null);
  return [
    ...unwanted.map((version) => ({
      broken: tls.versions[version] ?? null,
      line: `${version} is accepted`,
      fix: protocolFix,
    })),
    {
      broken: wanted.includes(true) ? false : wanted.includes(null) ? null : true,
      line: versions.length === 1 ? `${versions.join('')} is not offered` : `none of ${versions.join(', ')} is offered`,
      fix: protocolFix,
    },
  ];
}

function suiteLines(policy: Policy, tls: TlsEvidence): Line[] {
  const { versions, suites, weak_classes: weak, extended_master_secret: ems } = policy;
  const lines: Line[] = (weak ?? []).map((name) => ({
    broken: tls.suite_classes[name as SuiteClass] ?? null,
    line: `${name} suites are accepted`,
    fix: suiteFix,
  }));
  if (suites) {
    // A version that may be accepted has suites that are not known.
    const offered = TLS_VERSIONS.filter((version) => versions.includes(version) && tls.versions[version] !== false);
    const others = [...new Set(offered.flatMap((version) => tls.suites[version] ?? []))].filter(
      (one) => !suites.includes(one),
    );
    lines.push(...others.map((suite) => ({ broken: true, line: `${suite} is accepted`, fix: suiteFix })));
    if (offered.some((version) => tls.suites_complete[version] !== true)) {
      lines.push({ broken: null, line: 'the list of suites is not complete' });
    }
  }
  if (ems && tls.versions['TLS 1.2'] !== false) {
    lines.push({
      broken: tls.extended_master_secret === null ? null : !tls.extended_master_secret,
      line: 'no extended master secret',
    });
  }
  return lines;
}

const USING_GROUPS = ['tls13', 'ecdhe_aead', 'ecdhe_cbc'] as const;

/** Groups that were seen to be taken. Which others there are is asked of the newest version alone. */
function groupLines(policy: Policy, tls: TlsEvidence): Line[] {
  const { groups, hybrids_not_judged: notJudged = false } = policy;
  if (!groups) return [];
  const { group_list: list, weak_group: weak, post_quantum: quantum } = tls;
  const taken = [
    ...Object.values(tls.groups),
    ...list.flatMap(({ group, offered }) => (offered === true ? [group] : [])),
    ...[weak, quantum].flatMap(({ group, offered }) => (offered === true && group !== null ? [group] : [])),
  ];
  const others = [...new Set(taken)].filter(
    (group) => !groups.includes(group) && !(notJudged && group.includes('MLKEM')),
  );
  const isUsed = USING_GROUPS.some((name) => tls.suite_classes[name] !== false);
  const open = list.some(({ offered }) => offered === null) || (list.length === 0 && (isUsed || taken.length > 0));
  return [
    ...others.map((group) => ({ broken: true, line: `the group ${group} is accepted`, fix: groupFix })),
    ...(open ? [{ broken: null, line: 'the list of groups is not complete' }] : []),
  ];
}

function primeLines(policy: Policy, { suite_classes: classes, dh_bits: bits }: TlsEvidence): Line[] {
  const { dh_bits: least } = policy;
  if (!least) return [];
  const line = `Diffie-Hellman prime of ${bits ?? 'unknown'} bits, ${least} required`;
  if (bits !== null) return [{ broken: bits < least, line, fix: suiteFix }];
  return classes.dhe_aead === false && classes.dhe_cbc === false ? [] : [{ broken: null, line }];
}

/** Of each certificate that clients are given. */
function keyLines(policy: Policy, tls: TlsEvidence): Line[] {
  const leaves = leavesOf(tls);
  if (leaves.length === 0) return [{ broken: null, line: 'no certificate was received' }];
  return leaves.flatMap((leaf) => leafLines(policy, leaf));
}

function leafLines(policy: Policy, leaf: Certificate): Line[] {
  const lines: Line[] = [];
  const { key } = leaf;
  const days = Math.ceil((Date.parse(leaf.not_after) - Date.parse(leaf.not_before)) / DAY_MS);
  if (policy.key_types)
    lines.push({
      broken: !policy.key_types.includes(key.type),
      line: `certificate key of type ${key.type}`,
      fix: keyFix,
    });
  if (policy.curves && key.curve !== null)
    lines.push({
      broken: !policy.curves.includes(key.curve),
      line: `certificate key on ${key.curve}`,
      fix: keyFix,
    });
  if (policy.rsa_bits && key.type === 'RSA' && key.bits !== null) {
    lines.push({
      broken: key.bits < policy.rsa_bits,
      line: `RSA key of ${key.bits} bits, ${policy.rsa_bits} required`,
      fix: keyFix,
    });
  }
  if (policy.days)
    lines.push({ broken: days > policy.days, line: `certificate of ${days} days, at most ${policy.days} allowed` });
  return lines;
}
