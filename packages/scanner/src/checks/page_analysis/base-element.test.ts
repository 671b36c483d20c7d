import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import baseElement from './base-element.ts';

it.each<[string, string]>([
  ['', 'none'],
  ['<base target=_blank>', 'none'],
  ['<base href="/app/">', 'good'],
  ['<base href="/app/"><base href="https://cdn.other.test/">', 'good'],
  ['<base href="https://cdn.other.test/"><base href="/app/">', 'cross_site'],
  ['<base href="https://cdn.example.test/">', 'same_site'],
  ['<base href=http://example.test/><a href=b>b</a>', 'plain'],
  // The mixed content that it causes costs points already.
  ['<base href=http://example.test/><script src=a.js></script>', 'counted'],
  ['<base href=http://example.test/><script src=http://other.test/a.js></script>', 'plain'],
  ['<base href="javascript:alert(1)">', 'good'],
  ['<base href="data:text/html,x">', 'good'],
  ['<template><base href="https://cdn.other.test/"></template>', 'none'],
  ['<svg><base href="https://cdn.other.test/"></base></svg>', 'none'],
  ['<body><p><base href="https://cdn.other.test/">', 'cross_site'],
])('%s: %s', (html, outcome) => {
  expect(judged(baseElement, { page: pageOf(html) })?.outcome).toBe(outcome);
});

it('with upgrade-insecure-requests, relative files load over https', () => {
  const page = pageOf('<base href=http://example.test/><script src=a.js></script>');
  const headers: [string, string][] = [['Content-Security-Policy', 'upgrade-insecure-requests']];
  expect(judged(baseElement, { page, headers })?.outcome).toBe('upgraded');
});
