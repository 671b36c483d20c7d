import type { LabPki } from './pki.ts';
import type { TlsHost } from './tls-host.ts';

/** One host of the TLS lab: what it is and what a right judgement of it says. */
export interface LabTlsHost {
  /** Its name is `<name>.tls.test`. */
  name: string;
  what: string;
  start(host: string, pki: LabPki): Promise<TlsHost>;
  /** Every check that must find a fault, and how it must end. All others must find none. */
  faults: Readonly<Record<string, string>>;
  /** Checks that must stay without an answer. */
  unknown?: readonly string[];
  /** Checks that the budget of connections may end before: how many are turned away is a matter of time. */
  mayBeUnknown?: readonly string[];
  /** Nothing can be told at all: the code of the missing evidence. */
  missing?: string;
}
