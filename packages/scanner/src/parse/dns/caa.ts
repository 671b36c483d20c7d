import type { CaaRecord } from '../../evidence/dns.ts';
import { caaNamesOf, likeKnownCa } from './caa-issuers.ts';

/** RFC 8659 §4.2-4.4, RFC 8657, RFC 9495, CA/Browser Forum Baseline Requirements appendix A. */
const KNOWN_TAGS = new Set(['issue', 'issuewild', 'issuemail', 'issuevmc', 'iodef', 'contactemail', 'contactphone']);
const ISSUER_TAGS = new Set(['issue', 'issuewild', 'issuemail', 'issuevmc']);

export interface CaaPolicy {
  /** CAs that may issue certificates, as written in `issue`. Empty if `restricted` forbids every CA. */
  issue: string[];
  issuewild: string[];
  /** An `issue` property exists, so only the named CAs may issue certificates. */
  restricted: boolean;
  wildcard_restricted: boolean;
  /** A critical property that no CA knows: every CA must refuse (RFC 8659 §4.1). */
  unknown_critical: string[];
  /** Syntax errors, each with its record. */
  faults: string[];
  remarks: string[];
}

export function readCaa(records: readonly CaaRecord[]): CaaPolicy {
  const policy: CaaPolicy = {
    issue: [],
    issuewild: [],
    restricted: false,
    wildcard_restricted: false,
    unknown_critical: [],
    faults: [],
    remarks: [],
  };
  for (const record of records) {
    if (record.malformed) continue;
    const tag = record.tag.toLowerCase();
    if (!KNOWN_TAGS.has(tag)) {
      if ((record.flags & 128) !== 0) policy.unknown_critical.push(caaText(record));
      else
        policy.remarks.push(
          `${caaText(record)}: certificate authorities do not recognize the property "${record.tag}".`,
        );
      continue;
    }
    if ((record.flags & 127) !== 0) policy.faults.push(`${caaText(record)}: the flags must be 0 or 128`);
    if (ISSUER_TAGS.has(tag)) readIssuer(tag, record, policy);
    else if (tag === 'iodef' && !/^(mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/i.test(record.value)) {
      policy.faults.push(`${caaText(record)}: the value must be a mailto: or https: URL`);
    } else if (tag === 'contactemail' && !/^[^\s@:]+@[^\s@]+$/.test(record.value)) {
      policy.faults.push(`${caaText(record)}: the value must be an email address`);
    }
  }
  return policy;
}

function readIssuer(tag: string, record: CaaRecord, policy: CaaPolicy): void {
  const issuer = parseIssuer(record.value);
  if (issuer === null) {
    policy.faults.push(
      `${caaText(record)}: not a CA domain followed by ";" and parameters, so CAs read it as "no authority"`,
    );
  }
  const fault = issuer ? parameterFault(record.value) : null;
  if (fault !== null) policy.faults.push(`${caaText(record)}: ${fault}, so the authority may not issue`);
  const meant = issuer ? likeKnownCa(issuer) : null;
  if (meant !== null) policy.remarks.push(`No known authority has the name ${issuer}. Did you mean ${meant}?`);
  const allowed = issuer && fault === null ? [issuer] : [];
  if (tag === 'issue') {
    policy.restricted = true;
    policy.issue.push(...allowed);
  } else if (tag === 'issuewild') {
    policy.wildcard_restricted = true;
    policy.issuewild.push(...allowed);
  }
}

/** The registry "ACME Validation Methods" (RFC 8555 §9.7.8). A CA may have methods of its own, named `ca-…` (RFC 8657 §4). */
const METHOD = /^(?:ca-.+|(?:http|dns|tls-alpn|tkauth|email-reply|onion-csr|dns-account|dns-persist|bp-nodeid)-\d\d)$/u;

/** Parameters that no request can meet (RFC 8657 §3, §4). Null if there are none. */
function parameterFault(value: string): string | null {
  const parameters = value
    .split(';')
    .slice(1)
    .map((part) => part.split(/=(.*)/su).map((one) => one.trim()));
  const named = (wanted: string): string[] =>
    parameters.flatMap(([name = '', argument = '']) => (name.toLowerCase() === wanted ? [argument] : []));
  const [accounts, methods] = [named('accounturi'), named('validationmethods')];
  if (accounts.length > 1) return 'accounturi appears twice';
  if (methods.length > 1) return 'validationmethods appears twice';
  if (accounts.some((uri) => !URL.canParse(uri))) return 'accounturi is not a URI';
  const [listed] = methods;
  if (listed === undefined) return null;
  const labels = listed.split(',');
  if (labels.length > 1 && !labels.every((label) => /^[a-z\d-]+$/iu.test(label)))
    return 'validationmethods is not a list of methods';
  if (!labels.some((method) => METHOD.test(method))) return 'validationmethods names no method that exists';
  return null;
}

/**
 * RFC 8659 §4.2: `[issuer-domain-name] [";" parameters]`. An empty issuer (`;`) forbids every CA.
 * @returns the CA's domain, `''` for no CA, null if malformed
 */
export function parseIssuer(value: string): string | null {
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim());
  if (issuer !== '' && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(issuer)) return null;
  // A semicolon may follow the issuer alone. After a parameter, another one must follow.
  if (parameters.length === 1 && parameters[0] === '') return issuer.toLowerCase();
  for (const parameter of parameters) {
    if (!/^[a-z0-9][a-z0-9-]*[ \t]*=[ \t]*[\x21-\x3a\x3c-\x7e]*$/i.test(parameter)) return null;
  }
  return issuer.toLowerCase();
}

/** The record in zone-file format, without owner and class. */
export function caaText(record: CaaRecord): string {
  return `${record.flags} ${record.tag} "${record.value}"`;
}

/**
 * What a malformed record was meant to say, one line for each authority: `https://ca.example/`, `ca.example.`,
 * `a.example, b.example`, `Let's Encrypt`, `iodef "me@example.com"`. Null if the record is in order, or if it is not
 * clear.
 */
export function correctedCaa(record: CaaRecord): string[] | null {
  const tag = record.tag.toLowerCase();
  const flags = record.flags & 128;
  if (tag === 'iodef' && /^[^\s@:/]+@[^\s@:/]+$/.test(record.value)) return [`${flags} iodef "mailto:${record.value}"`];
  if (!ISSUER_TAGS.has(tag)) return null;
  if (parseIssuer(record.value) !== null) {
    const value = record.value.replace(/\bvalidationmethods\s*=[^;]*/iu, withHyphens);
    if (parameterFault(record.value) !== null && parameterFault(value) === null)
      return [caaText({ ...record, flags, value })];
    return flags === record.flags ? null : [caaText({ ...record, flags })];
  }
  const [written = '', ...rest] = record.value.slice(0, 500).split(';');
  // `ca.example validationmethods=dns-01, http-01`
  const issuers = written.replaceAll(/\s[a-z]+\s*=.*/giu, '');
  const parameters = [written.slice(issuers.length), ...rest]
    .map((part) => part.replaceAll(/\s*,\s*/gu, ',').trim())
    .filter(Boolean);
  const known = caaNamesOf(issuers)?.[0];
  const names =
    known && !/\.[a-z]{2,}\b/iu.test(issuers)
      ? [known]
      : issuers
          .split(/[\s,"']+/u)
          .map(bareDomain)
          .filter(Boolean);
  const lines = names.map((name) => [name, ...parameters].join('; '));
  const usable =
    lines.length > 0 && lines.every((line) => parseIssuer(line) !== null && /^[^;]+\.[a-z]{2,}/iu.test(line));
  return usable ? lines.map((value) => `${flags} ${tag} "${value}"`) : null;
}

/** `http01`, `dns_01`, `HTTP-01`; `dns-01,` */
function withHyphens(methods: string): string {
  return methods
    .toLowerCase()
    .replaceAll(/,+(?=\s*(?:,|$))/gu, '')
    .replaceAll(/\b(http|dns|tls-?alpn|dns-account|dns-persist)[-_]?(\d\d)\b/gu, '$1-$2');
}

function bareDomain(text: string): string {
  return text
    .replace(/^https?:\/\//iu, '')
    .replace(/[/.]+$/u, '')
    .toLowerCase();
}
