import { readFileSync } from 'node:fs';
import type { EgressPolicy } from './gather/net/egress.ts';
import { ENGINE_VERSION } from './engine-version.ts';

export interface PolicySettings {
  SCAN_ALLOW_CIDRS?: readonly string[] | undefined;
  SCAN_ALLOW_PORTS: EgressPolicy['allowPorts'];
  SCAN_DNS_SERVERS?: readonly string[] | undefined;
  SCAN_EXTRA_CA_FILE?: string | undefined;
  PUBLIC_BASE_URL?: string | undefined;
}

/**
 * What the operator's environment lets scans do.
 * @throws Error in one line when the CA file cannot be read or holds no certificate
 */
export function policyFrom(settings: PolicySettings): EgressPolicy {
  const extraCa = settings.SCAN_EXTRA_CA_FILE === undefined ? undefined : readCertificates(settings.SCAN_EXTRA_CA_FILE);
  return {
    allowCidrs: settings.SCAN_ALLOW_CIDRS ?? [],
    allowPorts: settings.SCAN_ALLOW_PORTS,
    dnsServers: settings.SCAN_DNS_SERVERS ?? [],
    userAgent: userAgentOf(settings.PUBLIC_BASE_URL),
    ...(extraCa === undefined ? {} : { extraCa }),
  };
}

/** Says who scans and, where the operator has published an address, whom to ask about it. */
function userAgentOf(publicBaseUrl: string | undefined): string {
  const contact = publicBaseUrl === undefined ? '' : ` (+${publicBaseUrl.replace(/\/+$/, '')}/)`;
  return `Palisade/${ENGINE_VERSION}${contact}`;
}

function readCertificates(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`SCAN_EXTRA_CA_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`, {
      cause: error,
    });
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`SCAN_EXTRA_CA_FILE ${file} holds no PEM certificate`);
  return pem;
}
