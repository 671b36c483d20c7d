import { BROKEN_HOSTS } from './broken-hosts.ts';
import { CERTIFICATE_HOSTS } from './certificate-hosts.ts';
import type { LabTlsHost } from './lab-host.ts';
import { LEGACY_HOSTS } from './legacy-hosts.ts';
import { DUAL_HOSTS, PROTOCOL_HOSTS } from './protocol-hosts.ts';
import { SHARED_HOSTS } from './shared-address.ts';
import { STAPLE_HOSTS } from './staple-hosts.ts';

/** All hosts of the TLS lab. */
export const TLS_HOSTS: readonly LabTlsHost[] = [
  ...CERTIFICATE_HOSTS,
  ...STAPLE_HOSTS,
  ...PROTOCOL_HOSTS,
  ...DUAL_HOSTS,
  ...SHARED_HOSTS,
  ...LEGACY_HOSTS,
  ...BROKEN_HOSTS,
];
