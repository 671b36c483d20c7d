import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './permissions-policy.ts';

it.each([
  [['camera=(), microphone=()'], 'good'],
  [['fullscreen=(self "https://player.example"), geolocation=self'], 'good'],
  [['camera=()', 'payment=(self)'], 'good'],
  // An allowlist of every origin limits nothing.
  [['picture-in-picture=*'], 'nothing'],
  [['ch-ua=*, ch-ua-arch=*'], 'nothing'],
  [['picture-in-picture=*, browsing-topics=()'], 'advertising_only'],
  [['picture-in-picture=*, autoplay=(self)'], 'good'],
  [['camera=*'], 'open'],
  [['geolocation=(self *)'], 'open'],
  [["camera 'none'; microphone 'none'"], 'invalid'],
  [['camera=(), '], 'invalid'],
  [['camera=("https://a.example"'], 'invalid'],
  // A value that is no allow-list allows no one (Permissions Policy §9.2; tried in Chromium 156).
  [['camera'], 'good'],
  [['camera=?0'], 'good'],
  [['camera=(https://a.example)'], 'good'],
  [['camera=("self")'], 'good'],
  [['camera=("*")'], 'open'],
  [['interest-cohort'], 'advertising_only'],
  // In no browser: names of Feature-Policy and of abandoned drafts.
  [['vr=(), speaker=()'], 'nothing'],
  [['document-domain=()'], 'nothing'],
  [['notifications=(), push=(), interest-cohort=()'], 'nothing'],
  [['speaker=(), camera=()'], 'good'],
  [['unload=()'], 'good'],
  [['ch-ua-model=(self)'], 'good'],
  // Names that no specification has: browsers skip them (Permissions Policy §9.2).
  [['foo=()'], 'nothing'],
  [['cameras=(), micro-phone=()'], 'nothing'],
  [['webcam=(), interest-cohort=()'], 'nothing'],
  [['foo=(), camera=()'], 'good'],
  // It is a valid key, but no feature has this name.
  [['*=()'], 'nothing'],
  [['*=(), camera=()'], 'good'],
  [[''], 'nothing'],
  [[], 'missing'],
])('%j: %s', (values, outcome) => {
  expect(judged(check, { headers: values.map((value) => ['Permissions-Policy', value]) })?.outcome).toBe(outcome);
});

it.each([
  'interest-cohort=()',
  'interest-cohort=(), browsing-topics=()',
  'join-ad-interest-group=(), run-ad-auction=()',
])('does not take %s for a restriction', (value) => {
  expect(judged(check, { headers: [['Permissions-Policy', value]] })).toMatchObject({
    outcome: 'advertising_only',
    status: 'weak',
  });
  expect(judged(check, { headers: [['Permissions-Policy', `${value}, camera=()`]] })?.outcome).toBe('good');
});

it.each([
  ['camera=(self https://a.example)', 'part of the allowlist of: camera.'],
  ['camera=("self"), usb=()', 'part of the allowlist of: camera.'],
  ['camera=(self "https://a.example")', null],
  ['camera=(), micrphone=(), foo=()', 'No browser is known to support: micrphone (did you mean microphone?), foo.'],
  ['cameras=(), foo=()', 'any feature it lists: cameras (did you mean camera?), foo.'],
  // Dropped features are in many copied lists.
  ['camera=(), vr=(), interest-cohort=()', null],
])('%s: says what browsers skip', (value, words) => {
  const note = judged(check, { headers: [['Permissions-Policy', value]] })?.note ?? '';
  if (words === null) expect(note).toBe('');
  else expect(note).toContain(words);
});

/** RFC 9651 §3.2 and §4.2.2. */
it.each([
  ["camera 'none'; microphone 'none'", 'syntax of Feature-Policy'],
  ['camera *', 'syntax of Feature-Policy'],
  ['camera=(); microphone=()', 'not semicolons'],
  ['camera=(), geolocation=() microphone=()', 'comma is missing'],
  ["camera=('self')", 'self without quotes'],
  ['camera=(), geolocation=(),', 'Remove the comma at the end'],
  ['Camera=(), geolocation=()', 'lower case'],
  ['camera = ()', 'Remove the space'],
  ['camera=(self, microphone=()', 'closing parenthesis'],
])('says what is wrong with %s', (value, words) => {
  const verdict = judged(check, { headers: [['Permissions-Policy', value]] });
  expect(verdict?.outcome).toBe('invalid');
  expect(verdict?.note).toContain(words);
});

it.each(['oversized-images=()', 'no-such-feature=()', '*=()'])('says one thing about %s', (value) => {
  const verdict = judged(check, { headers: [['Permissions-Policy', value]] });
  expect(verdict?.outcome).toBe('nothing');
  expect(/names no feature/u.test(verdict?.note ?? '')).toBe(value === '*=()');
});
