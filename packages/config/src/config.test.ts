import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { sellerLine } from './seller-line.ts';
import { ConfigError } from './parse-environment.ts';
import { readScanConfig } from './scan-config.ts';

describe('readConfig', () => {
  it('needs no variables: each has its documented default', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      FREE_SCANS_PER_DAY: 5,
      SCAN_CONCURRENCY: 50,
      SCAN_TIMEOUT_MS: 15_000,
      SCAN_ALLOW_PORTS: [80, 443, 8080, 8443],
      LOG_LEVEL: 'info',
      SERVICE_NAME: 'Palisade',
    });
  });

  it.each(['10/8', '010.0.0.0/8', '0x7f.0.0.0/8', '127.1', '10.0.0.0/33', 'fe80::%eth0/10', 'fe80::1%25lo/64', 'all'])(
    'rejects %s as a range, rather than allowing a different one',
    (text) => {
      expect(() => readConfig({ SCAN_ALLOW_CIDRS: text })).toThrow(/SCAN_ALLOW_CIDRS/u);
    },
  );

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    ['SCAN_ALLOW_CIDRS', '10.0.0.0/8, fd00::/8,127.0.0.5', ['10.0.0.0/8', 'fd00::/8', '127.0.0.5/32']],
    ['SCAN_ALLOW_CIDRS', '10.1.2.3/8, fd12:3456::1/16', ['10.0.0.0/8', 'fd12::/16']],
    ['SCAN_ALLOW_PORTS', '443, 8000-8100', [443, [8000, 8100]]],
    [
      'SCAN_DNS_SERVERS',
      '127.0.0.1:5300,[::1]:54,::1,9.9.9.9',
      ['127.0.0.1:5300', '[::1]:54', '[::1]:53', '9.9.9.9:53'],
    ],
    ['TRUST_PROXY', '172.16.0.0/12', ['172.16.0.0/12']],
  ])('reads the list in %s', (name, text, expected) => {
    expect(readConfig({ [name]: text })[name as 'TRUST_PROXY']).toEqual(expected);
  });

  it.each([
    ['SCAN_DNS_SERVERS', ',', 'contains no server'],
    ['SCAN_ALLOW_PORTS', ' , ', 'contains no port'],
    ['SCAN_ALLOW_CIDRS', '::ffff:10.0.0.0/104', 'is not an address range'],
    ['SCAN_DNS_SERVERS', '10.1', '"10.1" is not a name server such as 127.0.0.1:53'],
    ['SCAN_DNS_SERVERS', '010.0.0.1:53', 'is not a name server'],
    ['PORT', '99999999999999999999', 'PORT must be a whole number from 0 to 65535'],
    ['DATA_DIR', ' ', 'DATA_DIR must not be blank'],
    ['STRIPE_API_BASE_URL', 'https://proxy.example/stripe', 'must not contain a path'],
    ['RAZORPAY_API_BASE_URL', 'https://proxy.example/?a=b', 'must not contain ?, # or a user'],
    ['RESEND_BASE_URL', 'https://me@proxy.example', 'must not contain ?, # or a user'],
    ['STRIPE_SECRET_KEY', 'sk_test_1\nsk_test_2', 'must be ASCII characters without spaces'],
    ['RESEND_API_KEY', 're_1\u200b', 'must be ASCII characters without spaces'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn,'],
    ['NODE_ENV', 'prod', 'NODE_ENV must be one of development, test, production'],
    ['PUBLIC_BASE_URL', 'https://scan.example.com/?from=x', 'must not contain ?, # or a user'],
    ['PUBLIC_BASE_URL', 'https://me@scan.example.com', 'must not contain ?, # or a user'],
    [
      'MAIL_FROM',
      'x',
      'MAIL_FROM must be an email address, such as reports@example.com or Example <reports@example.com>',
    ],
    ['MAIL_FROM', 'Example reports@example.com', 'MAIL_FROM must be an email address'],
    ['MAIL_FROM', 'Example <reports@example.com', 'MAIL_FROM must be an email address'],
    ['MAIL_FROM', 'Example\r\nBcc: you@example.com <me@example.com>', 'MAIL_FROM must be an email address'],
    ['SERVICE_NAME', 'x'.repeat(61), 'SERVICE_NAME must have at most 60 characters'],
    ['SERVICE_NAME', ' ', 'SERVICE_NAME must not be blank'],
    ['SELLER_NAME', 'x'.repeat(201), 'SELLER_NAME must have at most 200 characters'],
    ['SELLER_EMAIL', 'me', 'SELLER_EMAIL must be an email address'],
    ['SCAN_EXTRA_CA_FILE', '/nowhere/ca.pem', 'SCAN_EXTRA_CA_FILE /nowhere/ca.pem cannot be read (ENOENT)'],
    ['SCAN_EXTRA_CA_FILE', import.meta.filename, 'contains no PEM certificate'],
    ['REPORT_SIGNING_KEY', 'something', 'REPORT_SIGNING_KEY must be an Ed25519 key in PEM'],
  ])('%s=%s is rejected', (name, text, why) => {
    expect(() => readConfig({ [name]: text })).toThrow(why);
  });

  it.each([
    'reports@example.com',
    'Example <reports@example.com>',
    '"Ann, Bob & Söhne" <reports@xn--bcher-kva.example>',
    'palisade@localhost',
  ])('sends mail from %s', (from) => expect(readConfig({ MAIL_FROM: ` ${from} ` }).MAIL_FROM).toBe(from));

  it('reports every fault in one message', () => {
    const read = () =>
      readConfig({
        PORT: '70000',
        DATABASE_URL: 'mysql://x',
        TRUST_PROXY: 'true',
        SCAN_ALLOW_PORTS: '80-70',
        SCAN_DNS_SERVERS: 'dns.example:53',
        NODE_ENV: 'production',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        SCAN_EXTRA_CA_FILE: '/nowhere/ca.pem',
      });
    expect(read).toThrow(ConfigError);
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'TRUST_PROXY',
      'SCAN_ALLOW_PORTS',
      'SCAN_DNS_SERVERS',
      'APP_SECRET',
      'STRIPE_SECRET_KEY',
      'SCAN_EXTRA_CA_FILE',
    ]) {
      expect(read).toThrow(new RegExp(`^  ${name} `, 'm'));
    }
  });

  it('accepts real payments in production only with a real seller name', () => {
    const shop = { NODE_ENV: 'production', APP_SECRET: 'a secret of 16 characters', STRIPE_SECRET_KEY: 'sk_live_x' };
    const seller = {
      SELLER_NAME: 'Maple & Sons',
      SELLER_ADDRESS: '1 High Street, Pune',
      SELLER_EMAIL: 'desk@maple.in',
    };
    expect(() => readConfig(shop)).toThrow(/SELLER_NAME [^]*SELLER_ADDRESS [^]*SELLER_EMAIL /);
    expect(readConfig({ ...shop, ...seller }).SELLER_NAME).toBe('Maple & Sons');
    const left = {
      SELLER_NAME: [
        'TODO',
        '<your name>',
        '{{name}}',
        '[Company]',
        'Your Company Ltd',
        'Company name',
        '-',
        '...',
        'N/A',
      ],
      SELLER_ADDRESS: [
        '<your address>',
        'TODO',
        'Example Street 1',
        'Street, City',
        '$SELLER_ADDRESS',
        '0000',
        'to fill in',
      ],
      SELLER_EMAIL: ['you@example.com', 'desk@yourdomain.com', 'desk@domain.com', 'desk@maple.test'],
      SELLER_TAX_ID: ['TODO', 'GSTIN', '000000', 'none', '<GSTIN>'],
    };
    for (const [name, values] of Object.entries(left)) {
      for (const value of values) {
        const read = () => readConfig({ ...shop, ...seller, [name]: value });
        expect(read, `${name} ${value}`).toThrow(new RegExp(`${name} .*placeholder`));
      }
    }
    const real = {
      SELLER_NAME: ['Test Valley Bakery', 'Company of Wolves Ltd', 'Müller', '株式会社', 'X Corp', 'Your Kitchen'],
      SELLER_ADDRESS: ['12/3 M.G. Road, 560001 Bengaluru', 'Street 7, Pune', 'House No. 4, Old Town, Goa'],
      SELLER_EMAIL: ['desk@maple.co.in', 'hello@testing.io', 'a@xn--mller-kva.de'],
      SELLER_TAX_ID: ['27AAPFU0939F1ZV', 'DE 123456789', 'GB-999 9999 73'],
    };
    for (const [name, values] of Object.entries(real)) {
      for (const value of values)
        expect(readConfig({ ...shop, ...seller, [name]: value })).toMatchObject({ [name]: value });
    }
    expect(readConfig({ ...shop, STRIPE_SECRET_KEY: 'sk_test_x' }).SELLER_NAME, 'no real money').toBeUndefined();
    expect(readConfig({ ...shop, NODE_ENV: 'development' }).SELLER_NAME).toBeUndefined();
    const rupees = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'x' };
    expect(() => readConfig({ ...shop, STRIPE_SECRET_KEY: undefined, ...rupees })).toThrow(/SELLER_NAME/);
  });

  it('names the seller of a receipt in a line', () => {
    const named = {
      SELLER_NAME: 'Maple & Sons',
      SELLER_ADDRESS: '1 High Street\nPune',
      SELLER_TAX_ID: '27AAPFU0939F1ZV',
    };
    expect(sellerLine(readConfig(named))).toBe('Maple & Sons, 1 High Street, Pune (tax id 27AAPFU0939F1ZV)');
    expect(sellerLine(readConfig({ SELLER_NAME: 'Maple & Sons' }))).toBe('Maple & Sons');
    expect(sellerLine(readConfig({}))).toBeNull();
  });

  it('takes secrets without the line break at the end of the file they come from, except the one that keys hashes', () => {
    const secrets = {
      STRIPE_SECRET_KEY: 'sk_test_x\n',
      OPS_TOKEN: ' letmein\r\n',
      APP_SECRET: 'a secret of 16 chars\n',
    };
    const config = readConfig({ ...secrets, RAZORPAY_KEY_ID: 'rzp_test_x\n', RAZORPAY_KEY_SECRET: 'y\n' });
    expect([config.STRIPE_SECRET_KEY?.reveal(), config.OPS_TOKEN?.reveal()]).toEqual(['sk_test_x', 'letmein']);
    expect([config.RAZORPAY_KEY_ID, config.RAZORPAY_KEY_SECRET?.reveal()]).toEqual(['rzp_test_x', 'y']);
    expect(config.APP_SECRET?.reveal()).toBe(secrets.APP_SECRET);
  });

  it('never prints a secret, valid or not', () => {
    const config = readConfig({ APP_SECRET: 'correct-horse-battery', OPS_TOKEN: 'letmein' });
    expect(config.APP_SECRET?.reveal()).toBe('correct-horse-battery');
    expect(`${inspect(config, { depth: 5 })}${JSON.stringify(config)}${String(config.OPS_TOKEN)}`).not.toMatch(
      /correct-horse|letmein/,
    );
    expect(() => readConfig({ APP_SECRET: 'short-secret' })).toThrow(/^(?!.*short-secret)/s);
  });
});

describe('readScanConfig', () => {
  it('ignores variables that only the service needs (S13)', () => {
    const service = { NODE_ENV: 'production', TRUST_PROXY: 'true', STRIPE_WEBHOOK_SECRET: 'whsec_x', PORT: 'x' };
    expect(readScanConfig({ ...service, SCAN_TIMEOUT_MS: '4000' })).toEqual({
      SCAN_TIMEOUT_MS: 4000,
      SCAN_ALLOW_PORTS: [80, 443, 8080, 8443],
      SCAN_BROWSER: 'auto',
    });
  });

  it('reports faults in its own variables', () => {
    expect(() => readScanConfig({ SCAN_ALLOW_PORTS: 'x', SCAN_TIMEOUT_MS: '1' })).toThrow(
      /SCAN_TIMEOUT_MS must be at least 1000[^]*SCAN_ALLOW_PORTS|SCAN_ALLOW_PORTS[^]*SCAN_TIMEOUT_MS must/,
    );
  });
});
