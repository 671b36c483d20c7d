import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import ignoredMetaPolicy from './ignored-meta-policy.ts';

const META = '<meta http-equiv=Content-Security-Policy content="default-src none">';

it.each<[string, string, string]>([
  ['body', `<body>${META}`, 'outside head'],
  ['text before', `hello${META}`, 'outside head'],
  ['template', `<template>${META}</template>`, 'inside a template'],
  ['report only', META.replace('Policy', 'Policy-Report-Only'), 'report-only'],
])('%s', (_name, html, where) => {
  const verdict = judged(ignoredMetaPolicy, { page: pageOf(html) });
  expect(verdict?.outcome).toBe('ignored');
  expect(verdict?.evidence[0]).toContain(where);
});

it.each([META, `<html><head><title>x</title>${META}</head>`, `<head></head>${META}`, `<noscript>${META}</noscript>`])(
  'nothing to say: %s',
  (html) => {
    expect(judged(ignoredMetaPolicy, { page: pageOf(html) })).toBeNull();
  },
);
