import { isDnsId } from './dns-id.ts';
import { DerReader } from './der.ts';
import { startsWithRdns, showName, type GeneralName } from './general-names.ts';
import type { NameConstraints } from './name-forms.ts';
import type { CertificateFields } from './x509-fields.ts';

type Below = Pick<CertificateFields, 'names' | 'subject' | 'subjectBytes'>;

/**
 * Where mozilla::pkix (pkixnames.cpp) refuses a certificate below name constraints that allow it otherwise: the end of a sentence
 * about the authority, or null.
 */
export function firefoxConstraintWords(
  { permitted, excluded }: NameConstraints,
  { names, subject, subjectBytes }: Below,
): ['firefox_form' | 'browser_form', words: string] | null {
  const bases = [...permitted, ...excluded];
  const isDirectory = ({ kind }: GeneralName): boolean => kind === 'directory';
  if (excluded.some(isDirectory))
    return ['firefox_form', 'excludes directory names (name constraints): Firefox refuses every certificate below it'];
  if (subject.length === 0 && permitted.some((base) => base.kind === 'directory' && base.rdns.length > 0))
    return [
      'firefox_form',
      'may issue only for some directory names (name constraints): Firefox refuses a certificate with an empty subject',
    ];
  const directories = permitted.flatMap((base) => (base.kind === 'directory' ? base : []));
  const own = new DerReader(subjectBytes).next();
  if (directories.length > 0 && !directories.some(({ written }) => startsWithRdns(own, written)))
    return [
      'firefox_form',
      'permits a directory name (name constraints) with different letter case or spaces than the certificate has: Firefox refuses that',
    ];
  // BoringSSL has no constraints for URIs either, and refuses what it cannot check.
  if (names.some(({ kind }) => kind === 'uri') && bases.some(({ kind }) => kind === 'uri'))
    return [
      'browser_form',
      'has name constraints for URIs, which browsers cannot check: they refuse a certificate with a URI',
    ];
  const hosts = bases.flatMap((base) => (base.kind === 'dns' ? base : []));
  const given = names.flatMap((name) => (name.kind === 'dns' ? name : []));
  if (hosts.length === 0 || given.length === 0) return null;
  const odd = hosts.find(({ value }) => !isDnsId(value, 'constraint')) ?? given.find(({ value }) => !isDnsId(value));
  if (!odd) return null;
  const words = `has name constraints, and “${showName(odd)}” is no hostname that Firefox can compare: it refuses the certificate`;
  return ['firefox_form', words];
}
