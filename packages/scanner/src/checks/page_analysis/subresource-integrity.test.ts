import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import subresourceIntegrity from './subresource-integrity.ts';

const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';
const SRC = 'src="https://cdn.other.test/a.js"';

it.each<[string, string]>([
  [`<script ${SRC}></script>`, 'missing'],
  [`<script ${SRC} integrity="${HASH}" crossorigin></script>`, 'good'],
  [`<script ${SRC} integrity="md5-abc sha999-xyz" crossorigin></script>`, 'missing'],
  [`<script ${SRC} integrity="sha384-short" crossorigin></script>`, 'missing'],
  [`<script ${SRC} integrity="md5-abc ${HASH}?ct=x" crossorigin></script>`, 'good'],
  [`<script ${SRC} integrity="${HASH}"></script>`, 'no_crossorigin'],
  ['<script src="\\\\cdn.other.test/a.js"></script>', 'missing'],
  ['<base href="https://cdn.other.test/"><script src="a.js"></script>', 'missing'],
  ['<script src="//example.test/a.js"></script>', 'none'],
  ['<script src="https://cdn.example.test/a.js"></script>', 'none'],
  [`<script src="/a.js" integrity="nonsense"></script>`, 'void'],
  [`<script src="/a.js" integrity="${HASH}"></script>`, 'none'],
  ['<script src="/a.js" integrity=""></script>', 'none'],
  ['<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>', 'changing'],
  [`<link rel=stylesheet href="https://cdn.other.test/a.css">`, 'none'],
  [`<link rel=stylesheet href="https://cdn.other.test/a.css" integrity="${HASH}">`, 'no_crossorigin'],
  ['<link rel=modulepreload href="https://cdn.other.test/m.js">', 'none'],
  ['<script>1</script>', 'none'],
  ['<script src="https://"></script>', 'none'],
])('%s: %s', (html, outcome) => {
  const verdict = judged(subresourceIntegrity, { page: pageOf(html) });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'missing') expect(verdict?.evidence.join()).toContain('https://cdn.other.test/a.js');
});

it('distinguishes sites below the same public suffix', () => {
  const page = pageOf('<script src="https://two.github.io/a.js"></script>', 'https://one.github.io/');
  expect(judged(subresourceIntegrity, { page })?.outcome).toBe('missing');
});

it('mentions third-party style sheets without a deduction', () => {
  const verdict = judged(subresourceIntegrity, {
    page: pageOf('<link rel=stylesheet href="https://cdn.other.test/a.css">'),
  });
  expect(verdict).toMatchObject({
    deduction: 0,
    note: expect.stringContaining('could have integrity hashes too: https://cdn.other.test/a.css') as string,
  });
});
