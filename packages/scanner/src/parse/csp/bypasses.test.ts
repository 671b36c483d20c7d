import { describe, expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from '../../checks/headers/content-security-policy.ts';

const allowing = (source: string) =>
  judged(check, { headers: [['Content-Security-Policy', `default-src 'self'; script-src 'self' ${source}`]] });

describe('hosts that defeat an allow-list', () => {
  it.each([
    ['d.la1-c1-ia4.salesforceliveagent.com', 'bypassable_host', 'serves JSONP'],
    ['*.salesforceliveagent.com', 'bypassable_host', 'serves JSONP'],
    ['*.la1-c1.salesforceliveagent.com', 'bypassable_host', 'serves JSONP'],
    ['vk.com', 'doubtful_host', 'serves JSONP'],
    ['gitcdn.xyz', 'doubtful_host', 'public repository'],
    ['https://pastebin.com', 'doubtful_host', 'anyone can publish'],
    ['https://pastebin.com/raw/', 'doubtful_host', 'anyone can publish'],
    ['cdn.discordapp.com', 'doubtful_host', 'anyone can publish'],
    ['res.cloudinary.com', 'doubtful_host', 'anyone can publish'],
    ['web.archive.org', 'bypassable_host', 'anyone can publish'],
    ['de.wikipedia.org', 'bypassable_host', 'anyone can publish'],
    ['quantil.jsdelivr.net', 'bypassable_host', 'every npm package'],
    ['bb.githack.com', 'bypassable_host', 'every npm package'],
    ['cdnjs.loli.net', 'bypassable_host', 'AngularJS'],
    ['www.recaptcha.net', 'doubtful_host', 'AngularJS'],
    ['suggestqueries.google.com', 'bypassable_host', 'serves JSONP'],
    ['docs.google.com', 'bypassable_host', 'serves JSONP'],
    ['www.google.co.uk', 'doubtful_host', 'serves JSONP'],
    ['app-sj01.marketo.com', 'bypassable_host', 'serves JSONP'],
    ['example.us1.list-manage.com', 'bypassable_host', 'serves JSONP'],
    ['dpm.demdex.net', 'bypassable_host', 'serves JSONP'],
    ['*.abtasty.com', 'doubtful_host', 'customer'],
    ['coinhive.com', 'bypassable_host', 'malicious'],
  ])('%s', (source, outcome, why) => {
    expect(allowing(source)).toMatchObject({ outcome });
    expect(allowing(source)?.note).toContain(why);
  });

  it.each([
    // The host or the account of one customer, who alone publishes there.
    ['shop.ghost.io'],
    ['example.tt.omtrdc.net'],
    ['app.onrender.com'],
    // Similar names.
    ['notvk.com'],
    ['salesforceliveagent.com.example'],
    ['static.example.com'],
    ['js.stripe.com'],
    ['challenges.cloudflare.com'],
    // A file that cannot change.
    ['https://gitcdn.xyz/repo/a/b/c.js'],
  ])('does not accuse %s', (source) => {
    expect(allowing(source)).toMatchObject({ status: 'good', deduction: 0 });
  });
});

it.each([
  ['base64-value'],
  ['somevalue'],
  ['dummynonce'],
  ['deadbeefdeadbeef'],
  ['cspnonce1234'],
  ['object-Object'],
  ['abcabcabcabc'],
])("'nonce-%s' is a placeholder", (nonce) => {
  expect(allowing(`'nonce-${nonce}'; base-uri 'none'`)).toMatchObject({ outcome: 'weak_nonce' });
});
