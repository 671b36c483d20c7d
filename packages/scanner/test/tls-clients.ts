import type { TlsEvidence } from '../src/evidence/tls.ts';
import { clientsOf } from '../src/sections/tls/clients.ts';
import { certificateWith, chainWith, tlsWith } from './tls-evidence.ts';

/** What the report says of the first client whose name begins so. */
export const client = (name: string, tls: Partial<TlsEvidence>) =>
  clientsOf(tlsWith(tls)).find((one) => one.client.startsWith(name));
/** A server with these versions and no others. */
export const only = (...offered: string[]): Partial<TlsEvidence> => ({
  versions: Object.fromEntries(
    Object.keys(tlsWith().versions).map((version) => [version, offered.includes(version)]),
  ) as TlsEvidence['versions'],
});

export const keyed = (type: string, bits: number | null, curve: string | null): Partial<TlsEvidence> => ({
  chain: chainWith([certificateWith({ key: { type, bits, curve } })]),
});
export const RSA = keyed('RSA', 2048, null);
/** TLS 1.2 with exactly these suites. */
export const of12 = (...suites: string[]): Partial<TlsEvidence> => ({
  ...only('TLS 1.2'),
  suites: { 'TLS 1.2': suites },
  suites_complete: { 'TLS 1.2': true },
});

/** What the server said to each, and chose none by itself. */
export const groups = (offered: Record<string, boolean>): Partial<TlsEvidence> => ({
  groups: {},
  group_list: Object.entries(offered).map(([group, state]) => ({ group, offered: state })),
});
