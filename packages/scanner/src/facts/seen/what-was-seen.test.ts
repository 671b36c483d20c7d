import { describe, expect, it } from 'vitest';
import { realPage, seenIn, type AnsweredPage } from '../../../test/answered-page.ts';
import type { SeenPage } from '@palisade/report/seen';

const short = (title: string, body = ''): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** Answers as the products named send them; what they are stands in data/gatekeepers.json or in RFC 9110. */
const OTHERS: [what: string, answer: AnsweredPage, page: SeenPage][] = [
  [
    'Cloudflare, managed challenge',
    {
      status: 403,
      headers: [
        ['cf-mitigated', 'challenge'],
        ['Server', 'cloudflare'],
      ],
      html: short(
        'Just a moment...',
        '<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={}</script>',
      ),
    },
    'challenge',
  ],
  [
    'Cloudflare, challenge in another language',
    {
      status: 403,
      headers: [
        ['cf-mitigated', 'challenge'],
        ['Server', 'cloudflare'],
      ],
      html: short('Nur einen Moment…'),
    },
    'challenge',
  ],
  [
    'Cloudflare, error 1020',
    {
      status: 403,
      headers: [
        ['Server', 'cloudflare'],
        ['CF-RAY', 'x'],
      ],
      html: 'error code: 1020',
      contentType: 'text/plain; charset=UTF-8',
    },
    'blocked',
  ],
  [
    'Cloudflare, origin down',
    {
      status: 522,
      headers: [['Server', 'cloudflare']],
      html: short('example.test | 522: Connection timed out', '<div id="cf-error-details"></div>'),
    },
    'error',
  ],
  [
    'Akamai, deny',
    {
      status: 403,
      headers: [
        ['Server', 'AkamaiGHost'],
        ['Mime-Version', '1.0'],
      ],
      html: short(
        'Access Denied',
        '<h1>Access Denied</h1>You don\'t have permission to access "http&#58;&#47;&#47;example.test&#47;" on this server.<p>Reference&#32;&#35;18&#46;1</p>',
      ),
    },
    'blocked',
  ],
  [
    'Akamai, script challenge with 200',
    {
      headers: [
        ['Server', 'AkamaiGHost'],
        ['Set-Cookie', '_abck=1'],
      ],
      html: short('Challenge Validation', '<div id="sec-if-cpt-container"></div>'),
    },
    'challenge',
  ],
  [
    'Imperva, 200 with an empty page',
    {
      headers: [
        ['X-Iinfo', '1-2'],
        ['X-CDN', 'Imperva'],
        ['Set-Cookie', 'visid_incap_1=a'],
      ],
      html: '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=1"></script></head><body></body></html>',
    },
    'challenge',
  ],
  [
    'AWS WAF, challenge',
    {
      status: 202,
      headers: [['x-amzn-waf-action', 'challenge']],
      html: short('', '<script>window.gokuProps={}</script>'),
    },
    'challenge',
  ],
  [
    'AWS WAF, captcha',
    { status: 405, headers: [['x-amzn-waf-action', 'captcha']], html: short('Human Verification') },
    'challenge',
  ],
  [
    'CloudFront, block',
    {
      status: 403,
      headers: [
        ['Server', 'CloudFront'],
        ['X-Cache', 'Error from cloudfront'],
      ],
      html: short(
        'ERROR: The request could not be satisfied',
        '<h2>The request could not be satisfied.</h2>Request blocked.',
      ),
    },
    'blocked',
  ],
  [
    'DataDome',
    {
      status: 403,
      headers: [
        ['X-DataDome', 'protected'],
        ['Set-Cookie', 'datadome=1'],
      ],
      html: short(
        'example.test',
        '<p id="cmsg">Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
      ),
    },
    'challenge',
  ],
  [
    'PerimeterX',
    { status: 403, html: short('Access to this page has been denied', '<div id="px-captcha"></div>') },
    'challenge',
  ],
  [
    'Vercel, checkpoint',
    {
      status: 429,
      headers: [
        ['x-vercel-mitigated', 'challenge'],
        ['Server', 'Vercel'],
      ],
      html: short('Vercel Security Checkpoint'),
    },
    'challenge',
  ],
  [
    'Anubis',
    {
      headers: [['Set-Cookie', 'techaro.lol-anubis-auth=; Max-Age=0']],
      html: short("Making sure you're not a bot!", '<script id="anubis_challenge" type="application/json">{}</script>'),
    },
    'challenge',
  ],
  [
    'Sucuri, script',
    {
      headers: [['X-Sucuri-ID', '1']],
      html: short(
        'You are being redirected...',
        '<noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var sucuri_cloudproxy_js=1;location.reload()</script>',
      ),
    },
    'challenge',
  ],
  [
    'Sucuri, a redirect by script',
    {
      status: 307,
      headers: [['Server', 'Sucuri/Cloudproxy']],
      html: short('You are being redirected...'),
    },
    'challenge',
  ],
  [
    'WordPress without its database',
    { html: short('Database Error', '<h1>Error establishing a database connection</h1>') },
    'error',
  ],
  ['a shop before it opens', { html: short('My Store – Opening Soon') }, 'maintenance'],
  [
    'Sucuri, block',
    { status: 403, headers: [['Server', 'Sucuri/Cloudproxy']], html: short('Sucuri WebSite Firewall - Access Denied') },
    'blocked',
  ],
  [
    'Wordfence',
    { status: 503, html: short('Your access to this site has been limited', '<p>Generated by Wordfence</p>') },
    'blocked',
  ],
  [
    'F5, request rejected with 200',
    {
      html: short(
        'Request Rejected',
        'The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1',
      ),
    },
    'blocked',
  ],
  [
    'a script that sets a cookie and comes back',
    { html: '<html><body><script>document.cookie="__test=1";location.href="/?i=1";</script></body></html>' },
    'challenge',
  ],
  [
    'nothing but a captcha',
    {
      html: short(
        'example.test',
        '<p>Please complete the check.</p><script src="https://js.hcaptcha.com/1/api.js"></script>',
      ),
    },
    'challenge',
  ],
  [
    'an unknown gate that names itself',
    { status: 403, html: short('Checking your browser before accessing example.test') },
    'challenge',
  ],
  [
    '401 with Basic (RFC 9110 §15.5.2)',
    { status: 401, headers: [['WWW-Authenticate', 'Basic realm="x"']], html: short('401 Authorization Required') },
    'login',
  ],
  ['401 without a word', { status: 401, html: realPage() }, 'login'],
  ['407', { status: 407 }, 'login'],
  [
    'Cloudflare Access',
    {
      ledTo: 'https://team.cloudflareaccess.com/cdn-cgi/access/login/example.test',
      html: short('Sign in ・ Cloudflare Access', '<input type="password">'),
    },
    'login',
  ],
  [
    'Microsoft Entra',
    {
      ledTo: 'https://login.microsoftonline.com/common/oauth2/authorize?client_id=1',
      html: realPage({ title: 'Sign in to your account' }),
    },
    'login',
  ],
  [
    'an application that leads to its login',
    {
      ledTo: 'https://example.test/users/sign_in',
      html: short('Sign in', '<form method="post"><input name="u"><input type="password" name="p"></form>'),
    },
    'login',
  ],
  [
    '429 (RFC 6585 §4)',
    { status: 429, headers: [['Retry-After', '60']], html: 'slow down', contentType: 'text/plain' },
    'blocked',
  ],
  ['451', { status: 451, html: short('Unavailable For Legal Reasons') }, 'blocked'],
  [
    'nginx, 403',
    {
      status: 403,
      headers: [['Server', 'nginx']],
      html: short('403 Forbidden', '<center><h1>403 Forbidden</h1></center><hr><center>nginx</center>'),
    },
    'blocked',
  ],
  ['a designed 403', { status: 403, html: realPage({ title: 'Access denied | Example' }) }, 'blocked'],
  [
    'nginx, 502',
    { status: 502, headers: [['Server', 'nginx']], html: short('502 Bad Gateway', '<center>nginx</center>') },
    'error',
  ],
  ['500 with a designed page', { status: 500, html: realPage({ title: 'Something went wrong' }) }, 'error'],
  ['503 with nothing', { status: 503, html: '' }, 'error'],
  ['503 with Retry-After', { status: 503, headers: [['Retry-After', '600']], html: short('Example') }, 'maintenance'],
  [
    'WordPress, maintenance',
    {
      status: 503,
      headers: [['Retry-After', '600']],
      html: short('Maintenance', 'Briefly unavailable for scheduled maintenance. Check back in a minute.'),
    },
    'maintenance',
  ],
  ['maintenance with 200', { html: short('Wir sind bald zurück', '<h1>Wartung</h1>') }, 'maintenance'],
  ['coming soon', { html: short('Coming soon', '<h1>Something great</h1>') }, 'maintenance'],
  [
    '404 of nginx',
    { status: 404, headers: [['Server', 'nginx']], html: short('404 Not Found', '<center>nginx</center>') },
    'error',
  ],
  ['404 of a site, designed', { status: 404, html: realPage({ title: 'Page not found | Example' }) }, 'error'],
  ['404 of an API', { status: 404, html: '{"detail":"Not Found"}', contentType: 'application/json' }, 'error'],
  [
    '404 of GitHub Pages',
    {
      status: 404,
      headers: [['Server', 'GitHub.com']],
      html: short('Site not found · GitHub Pages', "There isn't a GitHub Pages site here."),
    },
    'error',
  ],
  [
    'S3, no bucket',
    {
      status: 404,
      headers: [['Server', 'AmazonS3']],
      html: '<Error><Code>NoSuchBucket</Code></Error>',
      contentType: 'application/xml',
    },
    'error',
  ],
  [
    'Heroku, crashed',
    {
      status: 503,
      headers: [['Server', 'Cowboy']],
      html: short(
        'Application Error',
        '<iframe src="//www.herokucdn.com/error-pages/application-error.html"></iframe>',
      ),
    },
    'error',
  ],
  ['soft 404', { html: short('404 Not Found', '<h1>Not Found</h1>') }, 'error'],
  ['soft 404, French', { html: short('Page introuvable') }, 'error'],
  [
    'nginx, fresh',
    {
      headers: [['Server', 'nginx']],
      html: short(
        'Welcome to nginx!',
        '<p>If you see this page, the nginx web server is successfully installed and working.</p>',
      ),
    },
    'parked',
  ],
  [
    'Apache on Ubuntu, fresh',
    {
      headers: [['Server', 'Apache/2.4.58 (Ubuntu)']],
      html: short('Apache2 Ubuntu Default Page: It works', '<p>This is the default welcome page</p>'.repeat(60)),
    },
    'parked',
  ],
  [
    'IIS, fresh',
    {
      headers: [['Server', 'Microsoft-IIS/10.0']],
      html: short(
        'IIS Windows Server',
        '<a href="http://go.microsoft.com/fwlink/?linkid=66138"><img src="iisstart.png"></a>',
      ),
    },
    'parked',
  ],
  ['Plesk', { html: short('Domain Default page', '<p>x</p>') }, 'parked'],
  [
    'Sedo',
    {
      html: short(
        'example.test - This website is for sale! - example Resources and Information.',
        '<img src="https://img.sedoparking.com/a.png">',
      ),
    },
    'parked',
  ],
  [
    'parked at name servers that do nothing else',
    { nameServers: ['ns1.sedoparking.com'], html: short('example.test') },
    'parked',
  ],
  ['for sale', { html: short('example.test is for sale', '<a href="https://buy.example/">Buy</a>') }, 'parked'],
  [
    'an empty page with a refresh that was not followed',
    { html: '<meta http-equiv="refresh" content="0;url=/start">' },
    'interstitial',
  ],
  [
    'an empty page with a script that leads on',
    { html: '<html><script>window.location="/start"</script></html>' },
    'interstitial',
  ],
  [
    'Queue-it',
    {
      ledTo: 'https://shop.queue-it.net/?c=shop',
      headers: [['Set-Cookie', 'Queue-it=1']],
      html: realPage({ title: 'Queue' }),
    },
    'interstitial',
  ],
];

/** What must not raise an alarm. */
const SITES: [what: string, answer: AnsweredPage][] = [
  ['an ordinary start page', { html: realPage() }],
  [
    'behind Cloudflare with its cookies and its script',
    {
      headers: [
        ['Server', 'cloudflare'],
        ['CF-RAY', 'x'],
        ['Set-Cookie', '__cf_bm=1'],
      ],
      html: realPage({ extra: '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>' }),
    },
  ],
  [
    'a small page behind Cloudflare',
    {
      headers: [
        ['Server', 'cloudflare'],
        ['CF-RAY', 'x'],
      ],
      html: short('Jane Doe', '<p>Painter.</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
    },
  ],
  [
    'behind Akamai with its cookies',
    {
      headers: [
        ['Set-Cookie', '_abck=1'],
        ['Set-Cookie', 'bm_sz=1'],
      ],
      html: short('Example', '<h1>Hello</h1>'),
    },
  ],
  [
    'behind Imperva',
    {
      headers: [
        ['X-Iinfo', '1'],
        ['Set-Cookie', 'visid_incap_1=a'],
      ],
      html: realPage({ extra: '<script src="/_Incapsula_Resource?a=1"></script>' }),
    },
  ],
  [
    'behind DataDome',
    {
      headers: [
        ['X-DataDome', 'protected'],
        ['Set-Cookie', 'datadome=1'],
      ],
      html: short('Example', '<p>Hi</p>'),
    },
  ],
  ['a page of two lines', { html: short('Hello', '<p>Hello, world.</p>') }],
  ['a page without a title', { html: '<p>It works, somehow.</p>' }],
  ['an empty answer', { html: '' }],
  [
    'a single-page application',
    {
      html: '<html><head><title>React App</title><script type="module" src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>',
    },
  ],
  [
    'a single-page application from a bucket that answers 404',
    { status: 404, headers: [['Server', 'AmazonS3']], html: realPage() },
  ],
  ['a start page answered with 403 by mistake', { status: 403, html: realPage() }],
  [
    'a contact page with a captcha',
    {
      html: realPage({
        extra: '<form><input name="q"></form><script src="https://www.google.com/recaptcha/api.js"></script>',
      }),
    },
  ],
  [
    'a small contact page with a captcha',
    {
      html: short(
        'Contact',
        `<p>${'Write to us about anything. '.repeat(20)}</p><form method="post"><input name="q"></form><script src="https://js.hcaptcha.com/1/api.js"></script>`,
      ),
    },
  ],
  ['a blog about error 404', { html: realPage({ title: 'Why your shop shows 404 Not Found, and what to do' }) }],
  ['a short page whose title begins with a year', { html: short('503rd Bomb Group', '<p>Veterans</p>') }],
  ['a maintenance company', { html: realPage({ title: 'Maintenance Masters, lift maintenance in Leeds' }) }],
  ['a small maintenance company', { html: short('Lift maintenance in Leeds', '<p>Call us.</p>') }],
  ['a shop of captchas', { html: realPage({ title: 'Captcha solving for accessibility' }) }],
  ['an estate agent', { html: short('Villa in Nice is for sale', '<p>Call us.</p>') }],
  ['a broker of domains', { html: realPage({ title: 'example.test, where a domain is for sale' }) }],
  [
    'a sign-in page that was asked for',
    {
      asked: 'https://example.test/login',
      html: short('Sign in', '<form method="post"><input type="password"></form>'),
    },
  ],
  [
    'a start page that is a sign-in form',
    { html: short('Webmail login', '<form method="post"><input type="password"></form>') },
  ],
  [
    'a start page with a sign-in form in its corner',
    {
      ledTo: 'https://www.example.test/',
      html: realPage({ extra: '<form method="post"><input type="password"></form>' }),
    },
  ],
  ['a redirect to the language', { ledTo: 'https://example.test/en/', html: realPage() }],
  ['a redirect to another domain of the owner', { ledTo: 'https://www.example.org/', html: realPage() }],
  ['an API', { html: '{"status":"ok"}', contentType: 'application/json' }],
  ['a file', { html: '%PDF-1.7', contentType: 'application/pdf' }],
  ['a page that loads itself again', { html: realPage({ extra: '<meta http-equiv="refresh" content="300">' }) }],
  [
    'at a registrar that parks too',
    { nameServers: ['curitiba.ns.porkbun.com'], html: short('Example', '<p>Hello</p>') },
  ],
  [
    'a list of files',
    { html: short('Index of /', '<h1>Index of /</h1><pre><a href="../">../</a> <a href="a.zip">a.zip</a></pre>') },
  ],
  [
    'a page about Apache',
    { html: realPage({ title: 'Apache2 Ubuntu Default Page: It works', extra: '<h1>It works!</h1>' }) },
  ],
  [
    'a text that explains an error of Cloudflare',
    { html: realPage({ extra: '<p>error code: 1020</p><div class="cf-error-details"></div>' }) },
  ],
];

describe('whatWasSeen', () => {
  it.each(OTHERS)('%s', (_what, answer, page) => {
    const seen = seenIn(answer);
    expect(seen).toMatchObject({ page });
    expect(seen.reason).toMatch(/^The address answered with .+\.$/u);
  });

  it.each(SITES)('the site: %s', (_what, answer) => {
    expect(seenIn(answer)).toEqual({ page: 'site', reason: null });
  });

  it('never tells a page by one header or cookie alone', () => {
    for (const [name, value] of [
      ['cf-mitigated', 'challenge'],
      ['x-vercel-error', 'NOT_FOUND'],
      ['x-kpsdk-ct', 'a'],
      ['Set-Cookie', 'techaro.lol-anubis-auth=1'],
      ['Server', 'AkamaiGHost'],
    ] as const) {
      expect(seenIn({ headers: [[name, value]], html: realPage() }), name).toMatchObject({ page: 'site' });
    }
  });

  it('says by what it knew', () => {
    const { reason } = seenIn(OTHERS[0]?.[1] ?? {});
    expect(reason).toContain('Cloudflare');
    expect(reason).toContain('cf-mitigated: challenge');
    expect(reason).toContain('status 403');
  });

  it('ends quickly on titles and addresses made to be slow', () => {
    const started = performance.now();
    seenIn({ html: short(`${'error '.repeat(2000)}x`), ledTo: `https://a.test/${'.auth.'.repeat(1300)}` });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
