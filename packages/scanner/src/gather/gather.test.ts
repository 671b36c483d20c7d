import { startLab, type Lab, type LabOptions } from '@palisade/lab/lab';
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TargetRefused } from '../errors.ts';
import { Evidence } from '../evidence.ts';
import { parseTarget } from '../parse-target.ts';
import { gather } from './gather.ts';
import { createEgress } from './net/create-egress.ts';

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});

async function gatherFrom(options: LabOptions, host: string, parts: string[] = []): Promise<Evidence> {
  lab = await startLab(options);
  const egress = createEgress(lab.policy);
  const url = lab.sites.has(host) ? lab.url(host) : `https://${host}/`;
  try {
    const target = parseTarget(url, lab.policy);
    return await gather({ target, egress, signal: AbortSignal.timeout(15_000) }, (part) => parts.push(part));
  } finally {
    egress.close();
  }
}

describe('evidence of one scan', () => {
  it('is plain data of the declared shape, and names the ranges that were opened for it', async () => {
    const parts: string[] = [];
    const evidence = await gatherFrom({ sites: [{ host: 'site.test' }] }, 'site.test', parts);
    expect(Evidence.parse(JSON.parse(JSON.stringify(evidence)))).toEqual(evidence);
    expect(evidence.allowed_cidrs).toEqual(lab?.policy.allowCidrs);
    expect(evidence.http.ok).toBe(true);
    expect(parts.toSorted()).toEqual(['address', 'cors', 'dns', 'http', 'page', 'security.txt', 'tls']);
  });

  it('is held by no timer and no listener once it is there', async () => {
    lab = await startLab({ sites: [{ host: 'site.test' }] });
    const egress = createEgress(lab.policy);
    const scan = new AbortController();
    // It cannot be cleared.
    const uncleared = vi.spyOn(AbortSignal, 'timeout');
    try {
      const target = parseTarget(lab.url('site.test'), lab.policy);
      await gather({ target, egress, signal: scan.signal });
    } finally {
      egress.close();
    }
    expect(uncleared).not.toHaveBeenCalled();
    expect(getEventListeners(scan.signal, 'abort')).toEqual([]);
  });

  it('keeps no value of a cookie', async () => {
    const headers: [string, string][] = [['Set-Cookie', 'sid=k3jq9x8v7m2n5b4c1z0a; Path=/']];
    const evidence = await gatherFrom({ sites: [{ host: 'site.test', https: { headers, body: 'ok' } }] }, 'site.test');
    expect(JSON.stringify(evidence)).not.toContain('k3jq9x8v7m2n5b4c1z0a');
    expect(JSON.stringify(evidence)).toMatch(/sid=\w{20}; Path/u);
  });

  it('resolves the address of the target once for all gatherers', async () => {
    await gatherFrom({ sites: [{ host: 'site.test' }] }, 'site.test');
    const asked = lab?.dns.queries.filter(
      ({ name, type }) => name === 'site.test' && (type === 'A' || type === 'AAAA'),
    );
    expect(asked?.map(({ type }) => type).toSorted()).toEqual(['A', 'AAAA']);
  });
});

describe('what ends a scan', () => {
  it('a target that leads to a private address, before anything is sent to it', async () => {
    const records = ['inner.test A 127.0.0.1', 'inner.test A 10.1.2.3'];
    const scan = gatherFrom({ sites: [{ host: 'site.test' }], records }, 'inner.test');
    await expect(scan).rejects.toThrow(TargetRefused);
    // Only the operator and their resolver need to know which address it was.
    await expect(scan).rejects.toThrow(/^inner\.test does not resolve to a public address \(loopback, private\)$/u);
    expect(lab?.site('site.test').requests).toEqual([]);
  });

  it('a redirect of the page to one', async () => {
    const https = { status: 302, headers: [['Location', 'https://inner.test/']] as [string, string][] };
    const scan = gatherFrom(
      { sites: [{ host: 'site.test', https }], records: ['inner.test A 192.168.0.1'] },
      'site.test',
    );
    await expect(scan).rejects.toThrow(/site\.test\/ redirects to https:\/\/inner\.test\/: .*\(private\)/u);
  });

  it('a name without an address', async () => {
    await expect(gatherFrom({ sites: [] }, 'nowhere.test')).rejects.toMatchObject({
      name: 'NetworkFault',
      code: 'dns',
    });
  });
});
