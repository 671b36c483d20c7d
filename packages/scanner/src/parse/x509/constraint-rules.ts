import { listed } from '../listed.ts';
import { DerReader } from './der.ts';
import { firefoxConstraintWords } from './firefox-names.ts';
import { inSubtree, showName, type GeneralName } from './general-names.ts';
import type { CertificateFields } from './x509-fields.ts';

/** BoringSSL gives up on more, and refuses the certificate. */
const MOST_CHECKS = 1_048_576;

type ConstraintRule = 'name_constraints' | 'firefox_form' | 'browser_form' | 'openssl';

/** §6.1.4 (g) and §6.1.3 (b), (c): names of everything below, self-issued authorities aside. Each with the words about the authority. */
export function constraintWords(
  { nameConstraints }: CertificateFields,
  below: readonly { fields: CertificateFields; subject: string }[],
): [ConstraintRule, words: string][] {
  if (!nameConstraints) return [];
  const { permitted, excluded } = nameConstraints;
  const most = Math.max(...below.map(({ fields }) => namesOf(fields).length));
  if (most * (permitted.length + excluded.length) > MOST_CHECKS)
    return [['name_constraints', 'has too many name constraints for a certificate with so many names below it']];
  const found: ReturnType<typeof constraintWords> = [];
  for (const [at, one] of below.entries()) {
    // Unlike RFC 5280 §6.1.3, mozilla::pkix makes no exception for an authority that renews itself.
    const isExempt = at > 0 && isSelfIssued(one.fields);
    for (const name of namesOf(one.fields)) {
      const bases = permitted.map((base) => inSubtree(name, base)).filter((within) => within !== undefined);
      const reason =
        bases.length > 0 && !bases.includes(true)
          ? `may issue only for ${list(permitted.filter((base) => base.kind === name.kind))}`
          : (excluded.find((base) => isExcluded(name, base)) ??
            excluded.find((base) => starReaches(name, base)) ??
            null);
      if (reason === null) continue;
      const rule = typeof reason === 'string' ? reason : `may not issue for ${showName(reason)}`;
      const words = `${rule} (name constraints), but “${one.subject}” is for ${showName(name)}`;
      if (isExempt) return [['firefox_form', `${words}: Firefox refuses it`]];
      if (name.kind === 'email' && one.fields.subjectNames.includes(name)) {
        found.push(['openssl', `${words} in its subject: OpenSSL refuses it, and browsers do not look there`]);
        continue;
      }
      if (typeof reason !== 'string' && !isExcluded(name, reason))
        return [['browser_form', `${words}: browsers refuse it`]];
      return [['name_constraints', words]];
    }
  }
  for (const one of below) {
    const word = firefoxConstraintWords(nameConstraints, one.fields);
    if (word) return [...found, word];
  }
  return found;
}

export function isSelfIssued({ subject, issuer }: CertificateFields): boolean {
  return subject.length === issuer.length && subject.every((rdn, at) => rdn === issuer[at]);
}

/** A name of a form whose constraints no client can read is not known to be outside (RFC 5280 §4.2.1.10). */
function isExcluded(name: GeneralName, base: GeneralName): boolean {
  if (name.kind === 'other') return base.kind === 'other' && base.tag === name.tag;
  return inSubtree(name, base) === true;
}

/** `*.example.com` also covers the excluded `shop.example.com`, but nothing below it. OpenSSL does not see that. */
function starReaches(name: GeneralName, base: GeneralName): boolean {
  if (name.kind !== 'dns' || base.kind !== 'dns' || !name.value.startsWith('*.')) return false;
  const domain = name.value.slice(1);
  return base.value.endsWith(domain) && /^[^.]+$/u.test(base.value.slice(0, -domain.length));
}

function namesOf({ names, subjectNames, subject, subjectBytes }: CertificateFields): GeneralName[] {
  const written = new DerReader(subjectBytes).next();
  const own: GeneralName[] = subject.length > 0 ? [{ kind: 'directory', rdns: subject, written }] : [];
  return [...names, ...subjectNames, ...own];
}

function list(names: readonly GeneralName[]): string {
  return listed(names.map(showName), 3);
}
