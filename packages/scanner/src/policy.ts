import { readFileSync } from 'node:fs';
import type { EgressPolicy } from './gather/net/egress.ts';
import { ENGINE_VERSION } from './engine-version.ts';
import { urlHost } from './target.ts';

export interface PolicySettings {
  SCAN_ALLOW_CIDRS?: readonly string[] | undefined;
  SCAN_ALLOW_PORTS: EgressPolicy['allowPorts'];
  SCAN_DNS_SERVERS?: readonly string[] | undefined;
  SCAN_EXTRA_CA_FILE?: string | undefined;
  SCAN_SMTP?: 'on' | 'off' | undefined;
  SCAN_HTTP3?: 'on' | 'off' | undefined;
  PUBLIC_BASE_URL?: string | undefined;
  /** Listen address of the API, the default of PUBLIC_BASE_URL. */
  HOST?: string;
  PORT?: number;
}

/**
 * The limits that the operator's environment sets for scans.
 * @throws Error with one line if the CA file cannot be read or contains no certificate
 */
export function policyFrom(settings: PolicySettings): EgressPolicy {
  const extraCa = settings.SCAN_EXTRA_CA_FILE === undefined ? undefined : readCertificates(settings.SCAN_EXTRA_CA_FILE);
  return {
    allowCidrs: settings.SCAN_ALLOW_CIDRS ?? [],
    allowPorts: settings.SCAN_ALLOW_PORTS,
    dnsServers: settings.SCAN_DNS_SERVERS ?? [],
    userAgent: userAgentOf(settings),
    ...(settings.SCAN_SMTP === 'off' ? { smtp: false } : {}),
    ...(settings.SCAN_HTTP3 === 'off' ? { http3: false } : {}),
    ...(extraCa === undefined ? {} : { extraCa }),
  };
}

/** Identifies the scanner and gives a contact URL, or no URL while the API's port is unknown. */
function userAgentOf({ PUBLIC_BASE_URL, HOST = '127.0.0.1', PORT = 3000 }: PolicySettings): string {
  const contact = PUBLIC_BASE_URL ?? (PORT === 0 ? undefined : `http://${urlHost(HOST)}:${PORT}`);
  return `Palisade/${ENGINE_VERSION}${contact === undefined ? '' : ` (+${contact.replace(/\/+$/, '')}/)`}`;
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
    throw new Error(`SCAN_EXTRA_CA_FILE ${file} contains no PEM certificate`);
  return pem;
}
