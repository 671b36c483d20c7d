import type { DnsClient, DnsQuery, DnsReply } from './dns-client.ts';
import { untilAborted } from './until-aborted.ts';

/** Look-ups one scan may send; SPF alone may need forty, a full scan some sixty. */
export const MAX_LOOKUPS_PER_SCAN = 200;

/**
 * One scan's view of DNS: the same question asked twice is sent once, which saves round trips
 * and leaves a rebinding name no second answer to give. An answer with DNSSEC records also
 * serves who did not ask for them.
 * @param life ends the lookups when the scan ends; a caller's own signal ends only its waiting
 */
export function shareAnswers(client: DnsClient, life: AbortSignal): DnsClient {
  const asked = new Map<string, Promise<DnsReply>>();
  let sent = 0;
  return {
    query(query) {
      const ended = (): DnsReply => failure('cancelled', 'the scan ended before the response arrived');
      const key = keyOf(query);
      const known = asked.get(key) ?? (query.dnssec ? undefined : asked.get(keyOf({ ...query, dnssec: true })));
      if (known) return untilAborted(known, query.signal, ended);
      if (sent >= MAX_LOOKUPS_PER_SCAN) {
        return Promise.resolve(
          failure('limit', `this scan has reached its limit of ${MAX_LOOKUPS_PER_SCAN} DNS queries`),
        );
      }
      sent += 1;
      const reply = client.query({ ...query, signal: life });
      asked.set(key, reply);
      return untilAborted(reply, query.signal, ended);
    },
  };
}

function keyOf({ name, type, dnssec, checkingDisabled, again }: DnsQuery): string {
  const flags = `${dnssec ? 'do' : ''} ${checkingDisabled ? 'cd' : ''} ${again ? 'again' : ''}`;
  return `${name.toLowerCase().replace(/\.$/u, '')} ${type} ${flags}`;
}

function failure(kind: 'cancelled' | 'limit', detail: string): DnsReply {
  return { ok: false, failure: kind, detail, extendedError: null };
}
