import { describe, expect, it } from 'vitest';
import { evidenceWith, hop, httpEvidence, HOST, pageWith } from '../test/evidence.ts';
import { recordedSites, readRecorded, verdictsOf } from '../test/recorded.ts';
import { judge } from './judge.ts';
import { withoutSecrets } from './without-secrets.ts';

const SECRET = 'k3jq9x8v7m2n5b4c1z0a';
const full = evidenceWith({
  target: { url: `https://${HOST}/?code=mine` },
  http: httpEvidence([
    hop({
      url: `https://${HOST}/?code=mine`,
      status: 302,
      headers: [
        ['Set-Cookie', `sid=${SECRET}; Path=/`],
        ['Location', `/in?access_token=${SECRET}`],
      ],
    }),
    hop({
      url: `https://${HOST}/in?access_token=${SECRET}`,
      headers: [
        ['set-cookie', `auth=${SECRET}`],
        ['X-Auth-Token', SECRET],
      ],
    }),
  ]),
  page: pageWith({
    url: `https://${HOST}/in?access_token=${SECRET}`,
    forms: [{ action: `https://${HOST}/do?csrf_token=${SECRET}`, method: 'post', password: true }],
    opener_links: [`https://user:${SECRET}@other.test/`],
  }),
});

describe('what is kept of a scan', () => {
  const kept = withoutSecrets(full);
  it('holds no secret, and neither does the report', () => {
    expect(JSON.stringify(full)).toContain(SECRET);
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expect(JSON.stringify(judge(kept, 'id'))).not.toContain(SECRET);
  });
  it('holds what the caller asked for as it was', () => {
    expect(kept.target.url).toBe(`https://${HOST}/?code=mine`);
    expect(kept.http.ok && kept.http.value.hops[0]?.url).toBe(`https://${HOST}/?code=mine`);
  });
  it('is judged as before', () => {
    expect(verdictsOf(judge(kept, 'id'))).toEqual(verdictsOf(judge(full, 'id')));
    expect(judge(kept, 'id').cookies.cookies).toEqual(
      judge(full, 'id').cookies.cookies.map((cookie) => ({ ...cookie, url: expect.any(String) as string })),
    );
  });
});

it.each(recordedSites())('%s is kept without secrets', (site) => {
  const { evidence } = readRecorded(site);
  expect(withoutSecrets(evidence)).toEqual(evidence);
});
