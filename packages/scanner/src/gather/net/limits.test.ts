import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAX_PAGE_BYTES } from '../http.ts';
import { INLINE_BYTES } from '../page-thread.ts';
import { MAX_CHAIN_HEADER_BYTES, MAX_REDIRECTS } from '../redirect-chain.ts';
import { MAX_DEPTH, MAX_SIGNATURES } from '../tls/path-search.ts';
import { MAX_URL_LENGTH } from './admit-url.ts';
import { MAX_ALIASES } from './alias-chain.ts';
import { MAX_PER_HOST, MAX_PER_SCAN } from './connection-slots.ts';
import { MAX_TINY_CHUNKS, MAX_WIRE_BYTES } from './decode-body.ts';
import { MAX_ADDRESSES_DIALLED } from './dial.ts';
import { DNS_TCP_MS, DNS_TRIES, DNS_TRY_MS } from './dns-client.ts';
import { MAX_RECORDS } from './dns-packets.ts';
import { MAX_BYTES_BEFORE_ANSWER, MAX_HEADER_BYTES, MAX_HEADER_FIELDS, MAX_INTERIM_ANSWERS } from './exchange.ts';
import { CONNECT_TIMEOUT_MS, HANDSHAKE_TIMEOUT_MS } from './guarded-egress.ts';
import { EXCHANGE_TIMEOUT_MS } from './http-requests.ts';
import { MAX_LOOKUPS_PER_SCAN } from './shared-dns.ts';
import { MAX_HANDSHAKE_BYTES, MAX_RENEGOTIATIONS } from './tls-connect.ts';

const page = readFileSync(new URL('../../../../../docs/security.md', import.meta.url), 'utf8');
const KIB = 1024;

it.each([
  ['TCP connection', `${CONNECT_TIMEOUT_MS} ms`],
  ['TLS handshake', `${HANDSHAKE_TIMEOUT_MS} ms and ${MAX_HANDSHAKE_BYTES / KIB} KiB`],
  ['one HTTP exchange', `${EXCHANGE_TIMEOUT_MS} ms`],
  ['connections at once', `${MAX_PER_HOST}`],
  ['connections of one scan', `${MAX_PER_SCAN}, `],
  ['addresses tried', `${MAX_ADDRESSES_DIALLED}`],
  ['redirects followed', `${MAX_REDIRECTS}; a URL of at most ${MAX_URL_LENGTH} characters`],
  ['header block', `${MAX_HEADER_BYTES / KIB} KiB, ${MAX_HEADER_FIELDS} fields; ${MAX_CHAIN_HEADER_BYTES / KIB} KiB`],
  ['bytes before', `${MAX_BYTES_BEFORE_ANSWER / KIB} KiB`],
  ['TLS renegotiations', `${MAX_RENEGOTIATIONS} `],
  ['certificates of a chain', `${MAX_DEPTH}; ${MAX_SIGNATURES} signatures`],
  ['interim', `${MAX_INTERIM_ANSWERS}`],
  ['body, decoded', `${MAX_PAGE_BYTES / KIB} KiB`],
  ['body, on the wire', `${MAX_WIRE_BYTES / KIB} KiB, chunk framing included; ${MAX_TINY_CHUNKS} chunks`],
  ['page parsing', `above ${INLINE_BYTES / KIB} KiB`],
  ['DNS query ', `${DNS_TRIES} tries of ${DNS_TRY_MS} ms; ${DNS_TCP_MS} ms more`],
  ['DNS queries of one scan', `${MAX_LOOKUPS_PER_SCAN}`],
  ['DNS records kept', `${MAX_RECORDS}; 32 addresses; ${MAX_ALIASES} CNAME records`],
])('docs/security.md states the limit: %s', (what, limit) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${what}`));
  expect(row).toContain(limit);
});
