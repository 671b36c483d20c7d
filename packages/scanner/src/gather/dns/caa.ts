import type { CaaRecord, DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { recordSet, type RecordSet } from './record-set.ts';
import { escapeBytes } from './text.ts';

/** Of a name with more labels, only the upper ones are asked. */
const MAX_CLIMB = 10;

/**
 * RFC 8659 §3: among the name and its parents, only the closest one with CAA records counts. The resolver follows
 * an alias to its target's records, but the search continues with the parents of the name itself. All levels are
 * asked at once. If a lookup below the first records found fails, the result is unknown.
 */
export async function gatherCaa(burst: Burst, host: string): Promise<DnsEvidence['caa']> {
  const labels = host.split('.');
  const names = labels.map((_, index) => labels.slice(index).join('.')).slice(-MAX_CLIMB);
  const sets = await Promise.all(
    names.map(async (name) => recordSet(name, 'CAA', await burst.ask(name, 'CAA'), readRecord)),
  );
  const asked: string[] = [];
  let last: RecordSet<CaaRecord> | undefined;
  for (const set of sets) {
    asked.push(set.name);
    last = set;
    if (set.state !== 'absent') break;
  }
  if (!last)
    return {
      name: host,
      state: 'unknown',
      records: [],
      authenticated: false,
      nxdomain: false,
      reason: null,
      found_at: null,
      asked,
    };
  return { ...last, found_at: last.state === 'present' ? last.name : null, asked };
}

function readRecord(data: unknown): CaaRecord {
  const { flags, tag, value } = data as { flags?: number; tag?: unknown; value?: unknown };
  const name = escapeBytes(Buffer.from(String(tag), 'utf8')).slice(0, 64);
  return {
    flags: flags ?? 0,
    tag: name,
    value: escapeBytes(Buffer.from(String(value), 'utf8').subarray(0, 1024)),
    // If the tag's length is wrong, dns-packet reads past the RDATA, and the tag contains characters that no tag can have.
    malformed: !/^[a-z0-9]{1,15}$/i.test(name),
  };
}
