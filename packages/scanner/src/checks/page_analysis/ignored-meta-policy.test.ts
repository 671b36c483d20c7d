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

// HTML §4.2.5.3: the names of http-equiv that have an effect.
it.each([
  ['X-Frame-Options', 'DENY'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['x-content-type-options', 'nosniff'],
  ['Permissions-Policy', 'camera=()'],
  ['Referrer-Policy', 'no-referrer'],
])('a meta element is no header: %s', (name, value) => {
  const page = pageOf(`<head><meta http-equiv="${name}" content="${value}">${META}</head>`);
  expect(judged(ignoredMetaPolicy, { page })).toMatchObject({
    outcome: 'headers',
    deduction: 0,
    evidence: [`<meta http-equiv="${name.toLowerCase()}">: ${value}`],
  });
});

it.each([
  '<meta http-equiv="X-UA-Compatible" content="IE=edge"><meta http-equiv=refresh content="90">',
  '<meta name="referrer" content="no-referrer"><meta http-equiv=X-Frame-Options>',
  '<template><meta http-equiv=X-Frame-Options content=DENY></template>',
])('has an effect, or no content, or is not in the page: %s', (html) => {
  expect(judged(ignoredMetaPolicy, { page: pageOf(html) })).toBeNull();
});

it.each([META, `<html><head><title>x</title>${META}</head>`, `<head></head>${META}`, `<noscript>${META}</noscript>`])(
  'nothing to say: %s',
  (html) => {
    expect(judged(ignoredMetaPolicy, { page: pageOf(html) })).toBeNull();
  },
);
