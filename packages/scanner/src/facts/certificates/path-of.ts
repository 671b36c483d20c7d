import type { Certificate, TlsEvidence } from '../../evidence/tls.ts';

/** The certificates of a chain whose signatures a client verifies: the path without its anchor, or otherwise what was sent. */
export function pathOf({ certificates, trust }: TlsEvidence['chain']): Certificate[] {
  const path = new Set(trust?.path);
  return certificates.filter((one, at) => at === 0 || (path.has(one.sha256) && one.sha256 !== trust?.anchor?.sha256));
}
