import type { TlsEvidence } from '../../evidence/tls.ts';
import { missingFrom } from '../missing-from.ts';

export type TlsFact = TlsEvidence['failures'][number]['fact'];

/** Our own failures by fact: one odd certificate must not discard protocols and suites. */
export class Failures {
  readonly list: TlsEvidence['failures'] = [];

  /** The work's result, or `otherwise` if it throws; the failure is then recorded. */
  async hold<T>(fact: TlsFact, work: () => T | Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.list.push({ fact, reason: missingFrom(error).reason });
      return otherwise;
    }
  }
}
