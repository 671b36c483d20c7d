import type { CaaRecord, DnsEvidence } from '../../evidence/dns.ts';
import type { Burst } from './burst.ts';
import { recordSet, type RecordSet } from './record-set.ts';
import { escapeBytes } from './text.ts';

/** A name of more labels than this is climbed from its upper end. */
const MAX_CLIMB = 10;

/**
 * RFC 8659 §3: the closest of the name and its parents that has CAA records decides, and alone.
 * An alias is followed by the resolver for the records at its target, but the climb goes on from the
 * name itself. All levels are asked at once; a failed look-up below the first records found leaves the matter open.
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
    // dns-packet reads past the RDATA when the tag's length lies, which shows as a tag no CAA record can have.
    malformed: !/^[a-z0-9]{1,15}$/i.test(name),
  };
}
