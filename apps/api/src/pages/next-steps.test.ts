import { QuotaExhausted } from '@palisade/access/errors';
import { NetworkFault, TargetRefused } from '@palisade/scanner/errors';
import { expect, it } from 'vitest';
import { backToForm, nextSteps } from './next-steps.ts';

const fault = (...[code, blame = 'site']: [NetworkFault['code'], ('site' | 'us')?]) =>
  new NetworkFault(code, 'It failed.', { blame });
const refused = (code: TargetRefused['code']) => new TargetRefused('It is refused.', code);

it.each([
  ['no https', fault('refused'), 'a.example', 'plain_http', 'http://a.example/'],
  ['TLS that fails', fault('tls'), 'https://a.example/b?c=d', 'plain_http', 'http://a.example/b?c=d'],
  ['no plain http', fault('refused'), 'http://a.example/b', 'with_https', 'https://a.example/b'],
  ['a timeout on port 80', fault('timeout'), 'HTTP://A.example', 'with_https', 'https://a.example/'],
  ['a name without www. that does not exist', fault('dns'), 'a.example', 'other_name', 'https://www.a.example/'],
  ['a name with www. that does not exist', fault('dns'), 'http://www.a.example/b', 'other_name', 'http://a.example/b'],
  ['another scheme', refused('scheme'), 'ftp://a.example/b', 'other_name', 'https://a.example/b'],
  ['a password', refused('credentials'), 'me:secret@a.example', 'without_credentials', 'https://a.example/'],
  ['an unusual port', refused('port'), 'a.example:25', 'usual_port', 'https://a.example/'],
])('offers another address after %s', (_what, error, url, kind, target) => {
  const [offered, change, ...more] = nextSteps(error, url);
  expect(offered).toEqual({ kind, target, href: `/?${new URLSearchParams({ url: target })}` });
  expect([change?.kind, more]).toEqual(['change', []]);
  expect(JSON.stringify([offered, change])).not.toContain('secret');
});

it.each([
  ['a failure on our side', fault('limit', 'us'), 'a.example'],
  ['an unusual port that does not answer', fault('refused'), 'a.example:8443'],
  ['a deeper name that does not exist', fault('dns'), 'shop.a.example'],
  ['an address without a host', refused('scheme'), 'file:///etc/passwd'],
  ['an address of a private network', refused('address'), 'http://10.0.0.1/'],
])('offers only to change the address after %s', (_what, error, url) => {
  expect(nextSteps(error, url).map(({ kind }) => kind)).toEqual(['change']);
});

it('offers more scans if none are left', () => {
  const [offered] = nextSteps(
    new QuotaExhausted('5 scans', new Date('2026-01-02'), new Date('2026-01-01')),
    'a.example',
  );
  expect(offered).toEqual({ kind: 'more_scans', href: '/pricing' });
});

it.each([
  ['a form of ours', 'POST', 'https://a.example/site/b.example?page=2#top', '/site/b.example?page=2'],
  ['the start page', 'POST', 'https://a.example/', undefined],
  ['another site', 'POST', 'https://b.example/x', undefined],
  ['a path that would name a host', 'POST', 'https://a.example//b.example/', undefined],
  ['a link', 'GET', 'https://a.example/x', undefined],
  ['no page', 'POST', undefined, undefined],
  ['no address', 'POST', 'x', undefined],
])('after a refused request from %s, leads back to it', (_what, method, referer, href) => {
  expect(backToForm({ method, headers: { host: 'a.example', referer } })[0]?.href).toBe(href);
});
