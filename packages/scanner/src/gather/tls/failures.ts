import type { TlsEvidence } from '../../evidence/tls.ts';
import { missingFrom } from '../missing-from.ts';

export type TlsFact = TlsEvidence['failures'][number]['fact'];

/** What went wrong on our side, fact by fact: one odd certificate must not take protocols and suites with it. */
export class Failures {
  readonly list: TlsEvidence['failures'] = [];

  /** The work's result, or `otherwise` when it throws; then the failure is on record. */
  async hold<T>(fact: TlsFact, work: () => T | Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.list.push({ fact, reason: missingFrom(error).reason });
      return otherwise;
    }
  }
}
