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

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0';

describe.each([
  ['userinfo in a policy', { 'Content-Security-Policy-Report-Only': `report-uri https://u:${SECRET}@r.test/` }],
  ['a key in a policy', { 'Content-Security-Policy-Report-Only': `report-uri https://r.test/?key=${SECRET}` }],
  ['a key in a reporting group', { 'Report-To': `{"endpoints":[{"url":"https://r.test/?a=1&api_key=${SECRET}"}]}` }],
  ['a token in its own field', { 'X-Debug': JWT }],
])('%s', (_what, headers) => {
  it('is removed (S8)', () => {
    const kept = withoutSecrets(evidenceWith({ headers: Object.entries(headers) }));
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${SECRET}|${JWT}`));
  });
});

it('removes a page sent in place of security.txt, and does not change its verdict', () => {
  const evidence = evidenceWith({});
  const url = `https://${HOST}/.well-known/security.txt`;
  const attempt = {
    url,
    chain: [url],
    status: 200,
    content_type: 'text/html',
    body: `<!doctype html><meta name="csrf-token" content="${SECRET}">`,
    bytes: 90,
    truncated: false,
    utf8: true,
    bom: false,
    failure: null,
    blame: null,
  };
  const page = { ...evidence, security_txt: { ok: true as const, value: { attempts: [attempt] } } };
  const kept = withoutSecrets(page);
  expect(JSON.stringify(kept)).not.toContain(SECRET);
  expect(judge(kept, 'id').security_txt.checks).toEqual(judge(page, 'id').security_txt.checks);
});

it('masks the key in the scanned URL if the evidence leaves the machine', () => {
  const url = `https://${HOST}/?key=${SECRET}&page=2`;
  const evidence = evidenceWith({ target: { url }, http: httpEvidence([hop({ url })]) });
  expect(JSON.stringify(withoutSecrets(evidence))).toContain(SECRET);
  const saved = withoutSecrets(evidence, { target: true });
  expect(JSON.stringify(saved)).not.toContain(SECRET);
  expect(saved.target.url).toBe(`https://${HOST}/?key=REDACTED&page=2`);
});

it('masks credentials that the site echoes', () => {
  const evidence = evidenceWith({ headers: [['X-Echo', 'Basic dXNlcjpwYXNz']] });
  expect(JSON.stringify(withoutSecrets(evidence, { presented: ['dXNlcjpwYXNz'] }))).not.toContain('dXNlcjpwYXNz');
});

describe('stored evidence', () => {
  const kept = withoutSecrets(full);
  it('contains no secret, nor does the report', () => {
    expect(JSON.stringify(full)).toContain(SECRET);
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expect(JSON.stringify(judge(kept, 'id'))).not.toContain(SECRET);
  });
  it('contains the requested URL unchanged', () => {
    expect(kept.target.url).toBe(`https://${HOST}/?code=mine`);
    expect(kept.http.ok && kept.http.value.hops[0]?.url).toBe(`https://${HOST}/?code=mine`);
  });
  it('is judged the same', () => {
    expect(verdictsOf(judge(kept, 'id'))).toEqual(verdictsOf(judge(full, 'id')));
    expect(judge(kept, 'id').cookies.cookies).toEqual(
      judge(full, 'id').cookies.cookies.map((cookie) => ({ ...cookie, url: expect.any(String) as string })),
    );
  });
});

it.each(recordedSites())('%s is stored without secrets', (site) => {
  const { evidence } = readRecorded(site);
  expect(withoutSecrets(evidence)).toEqual(evidence);
});
