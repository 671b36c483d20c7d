/** Known to some programs, and not to all: marked critical, they keep out the others. */
export const NOT_CRITICAL: ReadonlySet<string> = new Set([
  '2.5.29.9',
  '2.5.29.14',
  '2.5.29.16',
  '2.5.29.18',
  '2.5.29.31',
  '2.5.29.35',
  '2.5.29.46',
  '1.3.6.1.5.5.7.1.1',
  '1.3.6.1.5.5.7.1.3',
  '1.3.6.1.5.5.7.1.11',
  '1.3.6.1.5.5.7.1.24',
  '1.3.6.1.5.5.7.48.1.5',
  '1.3.6.1.4.1.11129.2.4.2',
  '2.16.840.1.113730.1.1',
]);

const NAMES: Readonly<Record<string, string>> = {
  '2.5.29.14': 'subjectKeyIdentifier',
  '2.5.29.9': 'subjectDirectoryAttributes',
  '2.5.29.15': 'keyUsage',
  '2.5.29.16': 'privateKeyUsagePeriod',
  '2.5.29.17': 'subjectAltName',
  '2.5.29.18': 'issuerAltName',
  '2.5.29.19': 'basicConstraints',
  '2.5.29.30': 'nameConstraints',
  '2.5.29.31': 'cRLDistributionPoints',
  '2.5.29.32': 'certificatePolicies',
  '2.5.29.33': 'policyMappings',
  '2.5.29.35': 'authorityKeyIdentifier',
  '2.5.29.36': 'policyConstraints',
  '2.5.29.37': 'extKeyUsage',
  '2.5.29.46': 'freshestCRL',
  '2.5.29.54': 'inhibitAnyPolicy',
  '1.3.6.1.5.5.7.1.1': 'authorityInfoAccess',
  '1.3.6.1.5.5.7.1.3': 'qcStatements',
  '1.3.6.1.5.5.7.1.11': 'subjectInfoAccess',
  '1.3.6.1.5.5.7.1.24': 'TLS feature (must-staple)',
  '1.3.6.1.5.5.7.48.1.5': 'OCSP no check',
  '1.3.6.1.4.1.11129.2.4.2': 'signed certificate timestamps',
  '2.16.840.1.113730.1.1': 'Netscape certificate type',
  '1.3.6.1.4.1.11129.2.4.3': 'precertificate poison',
};

/** As RFC 5280 writes it; else the OID itself. */
export function nameOf(id: string): string {
  return NAMES[id] ?? id;
}
