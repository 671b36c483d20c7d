import type { DnsEvidence, HttpsRecord } from '../../evidence/dns.ts';
import type { Gathered } from '../../evidence/gathered.ts';
import { serviceName, usableRecords } from '../dns/svcb.ts';
import { fieldValues, type HttpEvidence } from '../../evidence/http.ts';
import { urlHost } from '../../target.ts';

/** A place where HTTP/3 is announced. */
export interface Http3Place {
  by: 'Alt-Svc' | 'HTTPS record';
  /** Null if it is the announcing host itself. */
  host: string | null;
  port: number;
}

/** Drafts before RFC 9114 used names such as `h3-29`. */
const HTTP3 = /^h3(?:-\d+)?$/u;
const MAX_PLACES = 8;

interface Announcers {
  host: string;
  /** Port of https. */
  port: number;
  http: Gathered<HttpEvidence> | null;
  dns: Gathered<DnsEvidence> | null;
}

/** The places that the site's headers and its HTTPS record announce for HTTP/3. */
export function announcedPlaces({ host, port, http, dns }: Announcers): Http3Place[] {
  const origin = `https://${urlHost(host)}${port === 443 ? '' : `:${port}`}`;
  const hops = http?.ok ? http.value.hops.filter(({ url }) => new URL(url).origin === origin) : [];
  // A field replaces all that earlier responses announced (RFC 7838 §3).
  const fields = hops.map(({ headers }) => fieldValues(headers, 'alt-svc')).findLast(({ length }) => length > 0) ?? [];
  return [...http3Alternatives(fields), ...(dns?.ok ? http3Records(dns.value.https.records, host, port) : [])];
}

/** RFC 7838 §3: `h3=":443"; ma=86400, h3-29="other.example:8443"`. */
export function http3Alternatives(values: readonly string[]): Http3Place[] {
  const places: Http3Place[] = [];
  for (const value of values) {
    for (const [, protocol = '', quoted, bare, parameters = ''] of value.slice(0, 4096).matchAll(ALTERNATIVE)) {
      const authority = (quoted ?? bare ?? '').replaceAll(/\\(.)/gu, '$1');
      const colon = authority.lastIndexOf(':');
      const port = Number(authority.slice(colon + 1));
      if (HAS_ENDED.test(parameters)) continue;
      if (!HTTP3.test(protocol) || colon < 0 || !isPort(port) || places.length >= MAX_PLACES) continue;
      places.push({ by: 'Alt-Svc', host: authority.slice(0, colon).toLowerCase() || null, port });
    }
  }
  return places;
}

const ALTERNATIVE = /(?:^|,)[ \t]*([!#$%&'*+.^`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))([^,"]*)/gu;

/** §3.1: it is fresh for no second. */
const HAS_ENDED = /;[ \t]*ma=0+[ \t]*(?:;|$)/u;

/** RFC 9460 §9: without a target or port in the record, the record's own name and the origin's port apply. */
export function http3Records(records: readonly HttpsRecord[], name: string, port: number): Http3Place[] {
  return usableRecords(records)
    .filter(({ alpn, port: other }) => isPort(other ?? port) && alpn.some((protocol) => HTTP3.test(protocol)))
    .slice(0, MAX_PLACES)
    .map((record) => {
      const target = record.target === '.' ? serviceName(name, port) : record.target;
      return { by: 'HTTPS record', host: target === name ? null : target, port: record.port ?? port };
    });
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65_536;
}
