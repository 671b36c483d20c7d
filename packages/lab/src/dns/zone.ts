import { encode, type Answer } from 'dns-packet';
import { parseRecord, toAnswer, typeNumber, type LabRecord } from './record.ts';

export interface Lookup {
  rcode: 'NOERROR' | 'NXDOMAIN';
  answers: Answer[];
  /** The SOA that marks a negative answer as authoritative (RFC 2308). */
  authorities: Answer[];
}

/** RFC 1034 §3.6.2 sets no limit; resolvers stop between 8 and 16. */
const MAX_CNAMES = 16;

export class Zone {
  readonly #records = new Map<string, LabRecord[]>();
  /** Every existing name, empty non-terminals included (RFC 8020). */
  readonly #names = new Set<string>(['.']);

  constructor(records: readonly (string | LabRecord)[]) {
    for (const item of records) {
      const record = typeof item === 'string' ? parseRecord(item) : item;
      const name = canonical(record.name);
      // Rejects a record that cannot be encoded now, instead of while answering.
      encode({ type: 'response', answers: [toAnswer(record, name)] });
      const there = this.#records.get(name);
      if (there) there.push(record);
      else this.#records.set(name, [record]);
      for (let one = name; one !== '.'; one = parentOf(one)) this.#names.add(one);
    }
  }

  lookup(qname: string, qtype: string): Lookup {
    const answers: Answer[] = [];
    const seen = new Set<string>();
    let owner = qname;
    while (answers.length < MAX_CNAMES && !seen.has(canonical(owner))) {
      seen.add(canonical(owner));
      const found = this.#at(owner);
      if (!found) return { rcode: 'NXDOMAIN', answers, authorities: [this.#soa(owner)] };
      const matching = found.filter((record) => sameType(record.type, qtype));
      const alias = found.find((record) => record.type === 'CNAME');
      if (matching.length > 0 || !alias) {
        for (const record of matching) answers.push(toAnswer(record, owner));
        return { rcode: 'NOERROR', answers, authorities: matching.length > 0 ? [] : [this.#soa(owner)] };
      }
      answers.push(toAnswer(alias, owner));
      owner = String(alias.data);
    }
    return { rcode: 'NOERROR', answers, authorities: [] };
  }

  /** The records of a name. Wildcards per RFC 4592: only below the closest existing name. */
  #at(name: string): LabRecord[] | null {
    const key = canonical(name);
    if (this.#names.has(key)) return this.#records.get(key) ?? [];
    let encloser = parentOf(key);
    while (!this.#names.has(encloser)) encloser = parentOf(encloser);
    return this.#records.get(encloser === '.' ? '*' : `*.${encloser}`) ?? null;
  }

  #soa(name: string): Answer {
    for (let one = canonical(name); one !== '.'; one = parentOf(one)) {
      const soa = this.#records.get(one)?.find((record) => record.type === 'SOA');
      if (soa) return toAnswer(soa, one);
    }
    const apex = canonical(name) === '.' ? '.' : canonical(name).split('.').slice(-2).join('.');
    const below = apex === '.' ? 'test' : apex;
    return toAnswer(parseRecord(`${apex} SOA ns.${below} hostmaster.${below} 1 3600 600 604800 60`), apex);
  }
}

export function canonical(name: string): string {
  const trimmed = name.toLowerCase().replace(/\.$/, '');
  return trimmed === '' ? '.' : trimmed;
}

/** True when `name` is `suffix` or below it; the root is only a suffix of itself. */
export function isAtOrBelow(name: string, suffix: string): boolean {
  const [one, zone] = [canonical(name), canonical(suffix)];
  return one === zone || (zone !== '.' && one.endsWith(`.${zone}`));
}

function parentOf(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 || name === '.' ? '.' : name.slice(dot + 1);
}

function sameType(a: string, b: string): boolean {
  return b === 'ANY' || typeNumber(a) === typeNumber(b);
}
