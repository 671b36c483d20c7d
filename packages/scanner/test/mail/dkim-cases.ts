import { generateKeyPairSync } from 'node:crypto';
import { MAIL, type ZoneCase } from './zone-cases.ts';

const rsa = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');
const [LONG, SHORT] = [rsa(2048), rsa(768)];
const ED25519 = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'der' })
  .subarray(-32)
  .toString('base64');

const key = (selector: string, text: string): string => `${selector}._domainkey.@ TXT "${text}"`;
const dkim = (name: string, outcome: string, lines: string[], says: string[], note: string[] = []): ZoneCase => ({
  name,
  lines: [...lines, ...MAIL],
  outcome,
  says,
  note,
});
const S1 = 's1._domainkey.example.test';

/** RFC 6376 §3.6.1 and §3.6.2.2, RFC 8301 §3, RFC 8463 §4. */
export const DKIM_CASES: readonly ZoneCase[] = [
  dkim('768 bits', 'short_key', [key('s1', `v=DKIM1; p=${SHORT}`)], [S1, '768']),
  dkim(
    'only the short key among good ones is named',
    'short_key',
    [key('s1', `p=${SHORT}`), key('s2', `p=${LONG}`)],
    [S1],
  ),
  dkim('sha1 and sha256', 'found', [key('s1', `v=DKIM1; h=sha1:sha256; p=${LONG}`)], [S1, '2048']),
  dkim('sha1 alone', 'broken', [key('s1', `v=DKIM1; h=sha1; p=${LONG}`)], [S1, 'sha256']),
  dkim('an unknown key type', 'broken', [key('s1', `v=DKIM1; k=dsa; p=${LONG}`)], [S1, 'k=dsa']),
  dkim('an RSA key that says Ed25519', 'broken', [key('s1', `v=DKIM1; k=ed25519; p=${LONG}`)], [S1, '32 bytes']),
  dkim('an unknown version', 'broken', [key('s1', `v=DKIM2; p=${LONG}`)], [S1]),
  dkim('p twice', 'broken', [key('s1', `v=DKIM1; p=${LONG}; p=`)], [S1, 'twice']),
  dkim(
    'two keys at one selector',
    'broken',
    [key('s1', `v=DKIM1; p=${LONG}`), key('s1', `v=DKIM1; p=${rsa(2048)}`)],
    [S1, '2 records'],
  ),
  dkim('a test', 'testing', [key('s1', `v=DKIM1; t=y; p=${LONG}`)], [S1, ', t=y'], ['t=y']),
  dkim('testing mode only for this domain', 'testing', [key('s1', `v=DKIM1; t=y:s; p=${LONG}`)], [S1], ['t=y']),
  dkim('t=s', 'found', [key('s1', `v=DKIM1; t=s; p=${LONG}`)], [S1]),
  dkim('withdrawn', 'revoked', [key('s1', 'v=DKIM1; k=rsa; p=;')], [S1, 'revoked']),
  dkim(
    'Ed25519 next to RSA',
    'found',
    [key('s1', `v=DKIM1; k=ed25519; p=${ED25519}`), key('s2', `p=${LONG}`)],
    [S1, 'Ed25519'],
  ),
  dkim('Ed25519 alone', 'found', [key('s1', `v=DKIM1; k=ed25519; p=${ED25519}`)], [S1], ['RSA']),
  dkim(
    'spaces in the key',
    'found',
    [key('s1', `v=DKIM1; k=rsa; p=${LONG.slice(0, 90)} ${LONG.slice(90)}`)],
    [S1, '2048'],
  ),
  dkim(
    'an alias to a service',
    'found',
    ['s1._domainkey.@ CNAME k.mailer.test', `k.mailer.test TXT "v=DKIM1; p=${LONG}"`],
    [S1, 'k.mailer.test'],
  ),
  dkim(
    'an alias without a target next to a key',
    'found',
    ['s1._domainkey.@ CNAME gone.mailer.test', key('s2', `p=${LONG}`)],
    ['s2._domainkey'],
    ['s1'],
  ),
];
