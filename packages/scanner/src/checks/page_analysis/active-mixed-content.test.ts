import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import activeMixedContent from './active-mixed-content.ts';

const UPGRADE: HeaderFields = [['Content-Security-Policy', "default-src 'self'; Upgrade-Insecure-Requests"]];

it.each<[string, string]>([
  ['<script src="http://cdn.other.test/a.js"></script>', 'mixed'],
  ['<script src="//cdn.other.test/a.js"></script>', 'good'],
  ['<SCRIPT SRC=" HTTP://cdn.other.test/a.js"></SCRIPT>', 'mixed'],
  ['<script src="http&#58;//cdn.other.test/a.js"></script>', 'mixed'],
  ['<script type="text/template" src="http://cdn.other.test/a.js"></script>', 'none'],
  ['<link rel=stylesheet href=http://cdn.other.test/a.css>', 'mixed'],
  ['<link rel=preload as=font href=http://cdn.other.test/a.woff2>', 'mixed'],
  // Chromium 156 does not fetch these.
  ['<link rel=stylesheet disabled href=http://cdn.other.test/a.css>', 'none'],
  ['<link rel=stylesheet type=text/cssx href=http://cdn.other.test/a.css>', 'none'],
  ['<link rel=stylesheet type="text/css; charset=utf-8" href=http://cdn.other.test/a.css>', 'mixed'],
  ['<link rel="preload stylesheet" as=style disabled href=http://cdn.other.test/a.css>', 'mixed'],
  ['<iframe src=http://other.test/></iframe>', 'mixed'],
  ['<object data=http://other.test/a.swf></object>', 'mixed'],
  ['<embed src=http://other.test/a.swf>', 'mixed'],
  ['<style>@import "http://other.test/a.css";</style>', 'mixed'],
  ['<style>@font-face { src: url(http://other.test/a.woff) }</style>', 'mixed'],
  ['<svg><script href="http://other.test/a.js"></script></svg>', 'mixed'],
  ['<base href="http://other.test/"><script src="a.js"></script>', 'mixed'],
  ['<script src="http://localhost:3000/a.js"></script>', 'good'],
  ['<script src="http://127.0.0.1/a.js"></script>', 'good'],
  ['<a href=http://other.test/>link</a>', 'none'],
  ['<a href=/ ping=http://other.test/>link</a>', 'none'],
  ['<link rel=prefetch href=http://other.test/>', 'none'],
  ['<!--<script src=http://cdn.other.test/a.js></script>-->', 'none'],
  ['<textarea><script src=http://o.test/a.js></script></textarea>', 'none'],
  ['<noscript><iframe src=http://o.test/></iframe></noscript>', 'none'],
  ['<template><script src=http://o.test/a.js></script></template>', 'none'],
  ['<template shadowrootmode=open><script src=http://o.test/a.js></script></template>', 'mixed'],
  ['<img src=http://other.test/a.png>', 'none'],
])('%s: %s', (html, outcome) => {
  const verdict = judged(activeMixedContent, { page: pageOf(html) });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'mixed') expect(verdict?.evidence.join()).toMatch(/http:\/\/(?:cdn\.)?o/u);
});

it('a policy in the header or in head upgrades it, one in the body does not', () => {
  const script = '<script src="http://cdn.other.test/a.js"></script>';
  const meta = '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">';
  expect(judged(activeMixedContent, { page: pageOf(script), headers: UPGRADE })?.outcome).toBe('upgraded');
  expect(judged(activeMixedContent, { page: pageOf(meta + script) })?.outcome).toBe('upgraded');
  expect(judged(activeMixedContent, { page: pageOf(`<body>${meta}${script}`) })?.outcome).toBe('mixed');
});

it('does not report mixed content on an http page', () => {
  const page = pageOf('<script src="http://cdn.other.test/a.js"></script>', 'http://example.test/');
  expect(judged(activeMixedContent, { page })?.outcome).toBe('plain_page');
});
