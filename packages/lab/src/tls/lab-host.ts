import type { LabPki } from './pki.ts';
import type { TlsHost } from './tls-host.ts';

/** One host of the TLS lab: what it is, and the correct verdicts on it. */
export interface LabTlsHost {
  /** Its name is `<name>.tls.test`. */
  name: string;
  what: string;
  start(host: string, pki: LabPki): Promise<TlsHost>;
  /** Every check that must find a fault, with its outcome. All others must find none. */
  faults: Readonly<Record<string, string>>;
  /** Checks that must end as unknown. */
  unknown?: readonly string[];
  /** Checks for which the connection budget may run out: how many connections are refused depends on timing. */
  mayBeUnknown?: readonly string[];
  /** Nothing can be determined: the code of the missing evidence. */
  missing?: string;
}
