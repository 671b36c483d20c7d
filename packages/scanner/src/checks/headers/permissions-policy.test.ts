import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './permissions-policy.ts';

it.each([
  [['camera=(), microphone=()'], 'good'],
  [['fullscreen=(self "https://player.example"), geolocation=self'], 'good'],
  [['camera=()', 'payment=(self)'], 'good'],
  [['picture-in-picture=*'], 'good'],
  [['camera=*'], 'open'],
  [['geolocation=(self *)'], 'open'],
  [["camera 'none'; microphone 'none'"], 'invalid'],
  [['camera=(), '], 'invalid'],
  [['camera=("https://a.example"'], 'invalid'],
  [['interest-cohort'], 'nothing'],
  [[''], 'nothing'],
  [[], 'missing'],
])('%j: %s', (values, outcome) => {
  expect(judged(check, { headers: values.map((value) => ['Permissions-Policy', value]) })?.outcome).toBe(outcome);
});
