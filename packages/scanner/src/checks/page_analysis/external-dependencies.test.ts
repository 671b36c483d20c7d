import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import externalDependencies from './external-dependencies.ts';

it('lists other sites by kind, those with the most resources first', () => {
  const html = `
    <script src="https://a.cdn.test/1.js"></script><script src="https://b.cdn.test/2.js"></script>
    <link rel=stylesheet href="https://fonts.test/x.css"><script src="/own.js"></script>
    <img src="https://static.example.test/x.png"><form action="https://pay.test/"></form>`;
  const verdict = judged(externalDependencies, { page: pageOf(html) });
  expect(verdict).toMatchObject({ outcome: 'some', deduction: 0 });
  expect(verdict?.evidence).toEqual([
    'cdn.test: script 2 (a.cdn.test, b.cdn.test)',
    'fonts.test: style 1',
    'pay.test: form 1',
  ]);
});

it('finds none on a page without third parties', () => {
  expect(judged(externalDependencies, { page: pageOf('<img src=/a.png>') })?.outcome).toBe('none');
});

it('a loader of a service in an inline script is content from another site', () => {
  const html = `<script>(function(w,d,s,l,i){var j=d.createElement(s);j.src="https://www.googletagmanager.com/gtm.js?id="+i;
    d.head.appendChild(j)})(window,document,"script","dataLayer","GTM-1")</script>`;
  expect(judged(externalDependencies, { page: pageOf(html) })).toMatchObject({
    outcome: 'by_script',
    evidence: ['Google Tag Manager'],
    deduction: 0,
  });
});

it('speculation rules load the pages that they list, a dialog sends nothing', () => {
  const html = `<script type=speculationrules>{"prerender":[{"urls":["/next","https://other.test/a"]},{"where":{"href_matches":"/*"}}]}</script>
    <form method=dialog action="https://pay.test/"></form>`;
  expect(judged(externalDependencies, { page: pageOf(html) })?.evidence).toEqual(['other.test: prefetch 1']);
  for (const rules of ['{', 'null', '[]', '{"prefetch":[null,{"urls":[1]}]}'])
    expect(
      judged(externalDependencies, { page: pageOf(`<script type=speculationrules>${rules}</script>`) })?.outcome,
    ).toBe('none');
});
