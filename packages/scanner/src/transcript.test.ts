import { expect, it } from 'vitest';
import { readRecorded, recordedSites } from '../test/recorded.ts';
import { transcriptOf } from './transcript.ts';

it.each(recordedSites())('%s: every request with its response, in order', (site) => {
  const { evidence } = readRecorded(site);
  const { exchanges, addresses, ended_at } = transcriptOf({ ...evidence, user_agent: 'Palisade/9 (+https://p.test/)' });
  if (!evidence.http.ok) throw new Error('recorded sites answer');
  const { hops } = evidence.http.value;
  for (const [index, hop] of hops.entries()) {
    const { request, answer, address } = exchanges[index] ?? { request: [], answer: [] };
    expect(request[0]).toBe(`${hop.method} ${new URL(hop.url).pathname}${new URL(hop.url).search} HTTP/1.1`);
    expect(request).toContain('User-Agent: Palisade/9 (+https://p.test/)');
    expect(answer.slice(1, hop.headers.length + 1)).toEqual(hop.headers.map(([name, value]) => `${name}: ${value}`));
    expect(address).toBe(hop.address);
  }
  expect(addresses.length).toBeGreaterThan(0);
  expect(Date.parse(ended_at) - Date.parse(evidence.scanned_at)).toBe(evidence.duration_ms);
});

it('requests over HTTP/2 are shown as such, also those for which no version was recorded', () => {
  const { evidence } = readRecorded('perfect.test');
  if (!evidence.http.ok) throw new Error('recorded sites answer');
  const hops = evidence.http.value.hops.map((hop) => ({ ...hop, http2: true as const }));
  const { exchanges } = transcriptOf({ ...evidence, http: { ok: true, value: { ...evidence.http.value, hops } } });
  for (const { request } of exchanges.filter(({ request: [line] }) => line?.includes(' https://perfect.test'))) {
    expect(request[0]).toMatch(/^(?:GET|OPTIONS) https:\/\/perfect\.test\S* HTTP\/2$/u);
    expect(request.join('\n')).not.toMatch(/^Host:/mu);
  }
  expect(exchanges.filter(({ request: [line] }) => line?.endsWith(' HTTP/2')).length).toBeGreaterThan(5);
});

it('lists DNS queries and TLS offers', () => {
  const { dns, tls } = transcriptOf(readRecorded('perfect.test').evidence);
  expect(dns.find((line) => line.startsWith('perfect.test A: '))).toMatch(/127\./);
  expect(dns.some((line) => line.includes('v=spf1'))).toBe(true);
  expect(tls.join('\n')).toMatch(/TLS 1\.3: accepted/);
  expect(tls.join('\n')).toMatch(/TLS 1\.0: refused/);
});

it('a missing response is listed with its reason', () => {
  const { exchanges } = transcriptOf({
    ...readRecorded('perfect.test').evidence,
    plain_http: { ok: false, code: 'refused', blame: 'site', reason: 'nothing listens on port 80' },
  });
  expect(exchanges.flatMap(({ answer }) => answer)).toContain('(no response: nothing listens on port 80)');
});
