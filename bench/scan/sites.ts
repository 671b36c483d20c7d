import type { SiteOptions } from '@palisade/lab/site';

/** An ordinary shop page of 40 kB with a few faults. */
const SHOP: SiteOptions['https'] = {
  status: 200,
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Server', 'nginx/1.18.0'],
    ['Set-Cookie', 'sid=abcdefghijklmnop; Path=/'],
    ['Content-Security-Policy', "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example"],
  ],
  body: `<!doctype html><html><head><title>shop</title><script src="https://cdn.example/a.js"></script></head><body>${'<p class="x">text</p>'.repeat(2000)}</body></html>`,
};

/** As common configuration generators produce it: TLS 1.2 and 1.3, three suites each. */
export const SOUND: SiteOptions = { host: 'shop.test', https: SHOP, tls: { minVersion: 'TLSv1.2', ciphers: sound() } };
/** The defaults of Node's TLS server: more than twenty suites below TLS 1.3. */
export const DEFAULT: SiteOptions = { host: 'default.test', https: SHOP };

export const MAIL_RECORDS = ['shop.test', 'default.test'].flatMap((host) => [
  `${host} MX 10 mail.${host}`,
  `mail.${host} A 192.0.2.25`,
  `${host} TXT "v=spf1 mx ~all"`,
  `_dmarc.${host} TXT "v=DMARC1; p=reject"`,
]);

function sound(): string {
  const suites = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'];
  const below = suites.flatMap((suite) => [`ECDHE-ECDSA-${suite}`, `ECDHE-RSA-${suite}`]);
  return ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256', ...below].join(':');
}
