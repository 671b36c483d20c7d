import type { X509Certificate } from 'node:crypto';
import { brokenRules, inDate, type PathFault } from '../../parse/x509/path-rules.ts';
import { NO_POLICIES } from '../../parse/x509/policy-rules.ts';
import { describeKey, gradeOfAuthorityKey, weaknessOfAuthority } from '../../parse/x509/strength.ts';
import type { CertificateFields } from '../../parse/x509/x509-fields.ts';
import { sha256, type Anchors } from './anchors.ts';
import { describeCertificate, fieldsOf, sameName, signedBy } from './certificates.ts';

export const MAX_DEPTH = 20;
/** Signatures verified for one chain. An honest chain needs a few; a crafted one can take milliseconds each. */
export const MAX_SIGNATURES = 20;
/** Steps of the search: ten certificates that could all have issued each other have three million paths. */
const MAX_STEPS = 100;

export interface FoundPath {
  /** Leaf first. */
  certificates: X509Certificate[];
  /** Its last certificate is trusted. */
  anchored: boolean;
  faults: PathFault[];
  /** Every certificate above the leaf is in date. */
  inDate: boolean;
  /** Authorities between leaf and anchor whose signature or key browsers refuse. */
  weak: number;
}

export interface Pool {
  /** As sent, leaf first. */
  sent: readonly X509Certificate[];
  /** Fetched from the addresses that certificates name. */
  fetched: readonly X509Certificate[];
  anchors: Anchors;
  now: number;
}

/**
 * The best path from the leaf, each signature checked: one that ends in an anchor and breaks no rule; or else one that
 * ends in an anchor and breaks few; or else the longest path.
 */
export function findPath(leaf: X509Certificate, pool: Pool): FoundPath {
  const search = new Search(pool);
  search.from(leaf, []);
  return search.best ?? { certificates: [leaf], anchored: false, faults: [], inDate: true, weak: 0 };
}

class Search {
  best: FoundPath | null = null;
  readonly #pool: Pool;
  readonly #signatures = new Map<string, boolean>();
  #steps = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  from(at: X509Certificate, before: readonly X509Certificate[]): void {
    if (this.#steps >= MAX_STEPS || this.#isPerfect()) return;
    this.#steps += 1;
    const path = [...before, at];
    const { anchors } = this.#pool;
    if (anchors.has(at)) {
      this.#keep(path, true);
      return;
    }
    this.#keep(path, false);
    if (path.length >= MAX_DEPTH) return;
    for (const issuer of this.#issuersOf(at)) {
      if (path.some((one) => isSameAuthority(one, issuer)) || !this.#signed(at, issuer)) continue;
      this.from(issuer, path);
    }
  }

  #isPerfect(): boolean {
    return (
      this.best !== null &&
      this.best.anchored &&
      this.best.faults.length === 0 &&
      this.best.inDate &&
      this.best.weak === 0
    );
  }

  #keep(certificates: X509Certificate[], anchored: boolean): void {
    const found = this.#weigh(certificates, anchored);
    if (!this.best || isBetter(found, this.best)) this.best = found;
  }

  #weigh(certificates: X509Certificate[], anchored: boolean): FoundPath {
    const { anchors, fetched, now } = this.#pool;
    if (!anchored) return { certificates, anchored, faults: [], inDate: true, weak: 0 };
    const last = certificates.at(-1);
    const steps = certificates.map((one) => ({
      fields: fieldsOf(one) ?? NO_FIELDS,
      subject: subjectOf(one),
      fetched: fetched.includes(one),
      weakness: fetched.includes(one) ? weaknessOf(one) : null,
      public: anchors.isPublic(one),
      foreignKey: one === last && !anchors.isPublic(one) ? foreignKeyOf(one) : null,
    }));
    // A browser tries another path. Separate checks judge these faults of sent certificates.
    const weak = certificates.slice(1, -1).filter((one) => weaknessOf(one) !== null).length;
    const above = steps.slice(1).every(({ fields }) => inDate(fields, now));
    return { certificates, anchored, faults: brokenRules(steps, now), inDate: above, weak };
  }

  #signed(subject: X509Certificate, issuer: X509Certificate): boolean {
    const pair = `${sha256(subject)} ${keyOf(issuer)}`;
    const known = this.#signatures.get(pair);
    if (known !== undefined) return known;
    if (this.#signatures.size >= MAX_SIGNATURES) return false;
    const holds = signedBy(subject, issuer);
    this.#signatures.set(pair, holds);
    return holds;
  }

  /**
   * Anchors first, then what was sent and what was fetched: certificates in date before others, and those with the key that
   * the subject names before their namesakes.
   */
  #issuersOf(subject: X509Certificate): X509Certificate[] {
    const { sent, fetched, anchors, now } = this.#pool;
    const wanted = fieldsOf(subject)?.issuer;
    if (!wanted) return [];
    const fits = (one: X509Certificate): boolean => {
      const fields = fieldsOf(one);
      return fields !== null && sameName(fields.subject, wanted);
    };
    const named = fieldsOf(subject)?.authorityKeyId?.id ?? null;
    const isNamed = (one: X509Certificate): boolean => named !== null && fieldsOf(one)?.subjectKeyId === named;
    const fitting = [...sent, ...fetched].filter(fits);
    const others = [...fitting.filter(isNamed), ...fitting.filter((one) => !isNamed(one))];
    const current = (one: X509Certificate): boolean => inDate(fieldsOf(one) ?? NO_FIELDS, now);
    return [...anchors.named(wanted), ...others.filter(current), ...others.filter((one) => !current(one))];
  }
}

/** A loop: authorities that have signed each other, each perhaps more than once, lead from one to the other without end. */
function isSameAuthority(one: X509Certificate, other: X509Certificate): boolean {
  const [name, wanted] = [fieldsOf(one)?.subject, fieldsOf(other)?.subject];
  return name !== undefined && wanted !== undefined && sameName(name, wanted) && keyOf(one) === keyOf(other);
}

/** Certificates of one key: signatures verify with each alike. */
function keyOf(certificate: X509Certificate): string {
  return describeCertificate(certificate)?.spki_sha256 ?? sha256(certificate);
}

function isBetter(one: FoundPath, other: FoundPath): boolean {
  if (one.anchored !== other.anchored) return one.anchored;
  if (!one.anchored) return one.certificates.length > other.certificates.length;
  if (one.faults.length !== other.faults.length) return one.faults.length < other.faults.length;
  if (one.weak !== other.weak) return one.weak < other.weak;
  return one.inDate && !other.inDate;
}

/** As the signature and key checks judge sent certificates. */
function weaknessOf(certificate: X509Certificate): string | null {
  const described = describeCertificate(certificate);
  return described && weaknessOfAuthority(described);
}

/** The kind of the key, if browsers do not verify signatures with such keys. */
function foreignKeyOf(certificate: X509Certificate): string | null {
  const described = describeCertificate(certificate);
  if (!described) return null;
  const { type, bits } = described.key;
  const isShort = type === 'RSA' && bits !== null && bits < 1024;
  return isShort || gradeOfAuthorityKey(described) === 'unsupported' ? describeKey(described) : null;
}

/** For sentences and reports. */
export function subjectOf(certificate: X509Certificate): string {
  return describeCertificate(certificate)?.subject || '(no name)';
}

export function issuerOf(certificate: X509Certificate): string {
  return describeCertificate(certificate)?.issuer || '(no name)';
}

/** For a certificate that only OpenSSL can parse. */
const NO_FIELDS: CertificateFields = {
  version: 3,
  extended: false,
  subject: [],
  issuer: [],
  subjectBytes: new Uint8Array(),
  issuerBytes: new Uint8Array(),
  serial: '',
  notBefore: 0,
  notAfter: 0,
  misreadDates: [],
  leapSeconds: [],
  algorithms: 'same',
  repeated: [],
  unknownCritical: [],
  malformed: ['(the certificate as a whole)'],
  constraints: null,
  keyUsage: null,
  purposes: null,
  subjectKeyId: null,
  authorityKeyId: null,
  names: [],
  subjectNames: [],
  nameConstraints: null,
  policy: NO_POLICIES,
  features: null,
  misreads: [],
};
