/** What to change for one error of an SPF record, by the sentence that describes the error. First match wins. */
const ADVICE: readonly (readonly [error: RegExp, advice: string | ((...found: string[]) => string)])[] = [
  [
    /DNS lookups; receivers stop/u,
    'remove includes of services you no longer use, or replace includes with the ip4: and ip6: networks behind them, until at most 10 lookups remain',
  ],
  [
    /lookups find nothing \((.*)\)/su,
    (_all, terms = '') => `remove the terms that find nothing, until at most 2 remain: ${terms}`,
  ],
  [/^("[^"]*") leads back to (\S+):/u, (_all, term = '', name = '') => `remove ${term}, which leads back to ${name}`],
  [
    /^(\S+) has no SPF record to include/u,
    (_all, name = '') =>
      `remove the term that names ${name}, which has no SPF record, or publish an SPF record at ${name}`,
  ],
  [
    /^(\S+) has \d+ SPF records/u,
    (_all, name = '') => `leave one SPF record at ${name}, or remove the term that names it`,
  ],
  [
    /^("[^"]*") leads to \d+ mail hosts/u,
    (_all, term = '') => `replace ${term} with the ip4: and ip6: addresses of the mail hosts that send`,
  ],
  [/not printable ASCII/u, 'replace typographic dashes, quotes and spaces with those of plain ASCII'],
  [/^"((?:ip[46]|include|exists|a|mx):)"/iu, (_all, term = '') => `remove the space after "${term}"`],
  [/^("[^"]*") appears more than once/u, (_all, term = '') => `keep only one ${term}`],
  [
    /^"(exp=[^"]*%\{[crt][^"]*)" is not followed/iu,
    (_all, term = '') => `remove "${term}", or name the host of the explanation without the macros c, r and t`,
  ],
  [/^("[^"]*") is not followed by a valid domain/u, (_all, term = '') => `correct or remove ${term}`],
  [
    /^"((?:include:[a-z\d._-]+?|ip4:[\d./]+))((?:include|ip4|ip6|exists|mx|a):[^"]*|[+?~-]all)"/iu,
    (_all, term = '', next = '') =>
      `${write(`${term} ${next}`)} with a space between (the strings of a TXT record are joined without one)`,
  ],
  [
    /^"([+?~-]?)ipv([46]):?([\da-f:./]+)"/iu,
    (_all, sign = '', family = '', rest = '') => write(`${sign}ip${family}:${rest}`),
  ],
  [/^"([+?~-]?ip4:[\d.]+)\/(255[\d.]+)"/iu, (_all, start = '', mask = '') => masked(start, mask)],
  [
    /^"([+?~-]?)(ip[46]):([^/"]+)\/[^"]*": the prefix length is out of range/iu,
    (_all, sign = '', family = '', address = '') =>
      `${write(`${sign}${family}:${address}`)} for the one address, or with the prefix length of its network (at most ${family === 'ip4' ? 32 : 128})`,
  ],
  [/^"([+?~-]?)ip4:([\da-f]*:[\da-f:]*(?:\/\d+)?)"/iu, (_all, sign = '', rest = '') => write(`${sign}ip6:${rest}`)],
  [
    /^"(\d{1,3}(?:\.\d{1,3}){3}(?:\/\d+)?)" is not an SPF (?:mechanism|term)/u,
    (_all, address = '') => write(`ip4:${address}`),
  ],
  [
    /^"((?:[a-z0-9_-]+\.)+[a-z]{2,})" is not an SPF (?:mechanism|term)/iu,
    (_all, name = '') =>
      `write "include:${name}" if it is a service with its own SPF record, or "a:${name}" if it is a host`,
  ],
  [/^"\\226\\128\\14[57]all" /u, write('-all')],
  [/^"([+?~-]?)all[.,;:'"]+"/iu, (_all, sign = '') => write(`${sign || '-'}all`)],
];

function write(term: string): string {
  return `write "${term}"`;
}

function masked(start: string, mask: string): string {
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/u.test(bits) && bits.length === 32
    ? write(`${start}/${bits.replaceAll('0', '').length}`)
    : `write the number of bits after "${start}/"`;
}

/** An instruction for one error of `SpfVerdict.errors`. */
export function spfAdvice(error: string): string {
  for (const [pattern, advice] of ADVICE) {
    const match = pattern.exec(error.slice(0, 2000));
    if (match) return typeof advice === 'string' ? advice : advice(...match);
  }
  return `correct this: ${error}`;
}
