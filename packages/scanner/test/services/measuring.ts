import { NONCE_PLACEHOLDER } from '../../src/parse/csp/clean.ts';
import { loader, on, script, sheet, type ServiceCase } from './case.ts';

const GA_CONNECT =
  'region1.google-analytics.com region1.analytics.google.com analytics.google.com www.googletagmanager.com';
const GA_IMG = 'www.google-analytics.com www.googletagmanager.com';
const GTM_LOADER = `<script>(function(w,d,s,l,i){w[l]=w[l]||[];var j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';
  j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i+dl;d.head.append(j)})(window,document,'script','dataLayer','GTM-A')</script>`;

/** Analytics, advertising, A/B testing, consent. */
export const MEASURING: readonly ServiceCase[] = [
  {
    name: 'a checkout: Google Fonts, reCAPTCHA Enterprise, Stripe Elements, gtag in consent mode',
    html: `<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>${sheet('https://fonts.googleapis.com/css2?family=Inter&display=swap')}
      ${script('https://www.google.com/recaptcha/enterprise.js?render=6Lc')}<script src="https://js.stripe.com/v3/"></script>
      <script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('consent','default',{ad_storage:'denied',analytics_storage:'denied'})</script>
      ${script('https://www.googletagmanager.com/gtag/js?id=G-ABC')}<script>gtag('js',new Date());gtag('config','G-ABC')</script>`,
    needs: {
      script: `https://www.google.com/recaptcha/enterprise.js https://www.gstatic.com/recaptcha/releases/a/recaptcha__en.js
        https://js.stripe.com/v3/ https://a.js.stripe.com/x.js https://www.googletagmanager.com/gtag/js`,
      style: 'https://fonts.googleapis.com/css2',
      font: 'https://fonts.gstatic.com/s/inter/a.woff2',
      frame: `https://www.google.com/recaptcha/enterprise/anchor https://recaptcha.google.com/recaptcha/x
        https://js.stripe.com/v3/elements-inner.html https://a.js.stripe.com/x https://hooks.stripe.com/3d_secure`,
      connect: `https://www.google.com/recaptcha/enterprise/clr https://api.stripe.com/v1/tokens ${on(GA_CONNECT, '/g/collect')}`,
      img: on(GA_IMG, '/g/collect'),
    },
  },
  {
    name: 'Tag Manager; its noscript frame is not allowed',
    html: `${GTM_LOADER}<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-A" height="0" width="0"></iframe></noscript>`,
    needs: {
      script: 'https://www.googletagmanager.com/gtm.js https://www.googletagmanager.com/gtag/js',
      connect: `${on(GA_CONNECT, '/g/collect')} https://www.google.com/ccm/collect`,
      img: on(GA_IMG, '/g/collect'),
    },
  },
  {
    name: 'gtag with an inline loader is not Google Ads',
    html: loader('https://www.googletagmanager.com/gtag/js?id=G-A'),
    needs: {
      script: 'https://www.googletagmanager.com/gtag/js',
      connect: on(GA_CONNECT, '/g/collect'),
      img: on(GA_IMG, '/g/collect'),
    },
  },
  {
    name: 'one gtag for Analytics and Google Ads, whose hosts answer JSONP: a nonce decides',
    html: `${script('https://www.googletagmanager.com/gtag/js?id=G-A')}<script>gtag('js',new Date());gtag('config','G-A');gtag('config', "AW-123")</script>`,
    needs: {
      script: `${on('www.googleadservices.com googleads.g.doubleclick.net www.google.com pagead2.googlesyndication.com www.googletagmanager.com', '/gtag/js')} ${NONCE_PLACEHOLDER} 'strict-dynamic'`,
      img: `${on(GA_IMG, '/g/collect')} ${on('googleads.g.doubleclick.net www.google.com google.com pagead2.googlesyndication.com www.googleadservices.com')}`,
      frame: on('www.googletagmanager.com td.doubleclick.net'),
      connect: `${on(GA_CONNECT, '/g/collect')} ${on('pagead2.googlesyndication.com www.googleadservices.com googleads.g.doubleclick.net www.google.com google.com')}`,
    },
  },
  {
    name: 'Hotjar and the Meta Pixel, each with its inline loader',
    html: `<script>(function(h,o,t,j,a,r){h.hj=h.hj||function(){};h._hjSettings={hjid:1,hjsv:6};r=o.createElement('script');
      r.src=t+h._hjSettings.hjid+j+h._hjSettings.hjsv;o.head.append(r)})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=');</script>
      ${loader('https://connect.facebook.net/en_US/fbevents.js')}<noscript><img src="https://www.facebook.com/tr?id=1&ev=PageView&noscript=1"></noscript>`,
    needs: {
      script:
        'https://static.hotjar.com/c/hotjar-1.js https://script.hotjar.com/modules.js https://connect.facebook.net/en_US/fbevents.js',
      connect:
        'https://in.hotjar.com/api https://content.hotjar.io/ wss://ws.hotjar.com/api https://www.facebook.com/tr/ https://connect.facebook.net/x',
      img: 'https://script.hotjar.com/a.png https://www.facebook.com/tr/',
      font: 'https://script.hotjar.com/a.woff2',
      style: "https://static.hotjar.com/a.css 'unsafe-inline'",
      frame: 'https://vars.hotjar.com/box.html',
    },
  },
  {
    name: 'Segment and Mixpanel in the European Union',
    html: `<script>(function(){var k="w",t=document.createElement("script");t.src="https://cdn.segment.com/analytics.js/v1/"+k+"/analytics.min.js"})();</script>
      <script>var MIXPANEL_CUSTOM_LIB_URL="https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js";mixpanel.init("t",{api_host:"https://api-eu.mixpanel.com"})</script>`,
    needs: {
      script:
        'https://cdn.segment.com/analytics.js/v1/w/analytics.min.js https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js',
      connect:
        'https://cdn.segment.com/v1/projects/w/settings https://api.segment.io/v1/p https://api-eu.mixpanel.com/track/',
    },
  },
  {
    name: 'Mixpanel in the United States',
    html: loader('//cdn.mxpnl.com/libs/mixpanel-2-latest.min.js'),
    needs: {
      script: 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js',
      connect: 'https://api-js.mixpanel.com/track/',
    },
  },
  {
    name: 'Amplitude in the European Union',
    html: script('https://cdn.eu.amplitude.com/script/abc.js'),
    needs: {
      script: 'https://cdn.eu.amplitude.com/script/abc.js',
      connect: 'https://api.eu.amplitude.com/2/httpapi https://sr-client-cfg.eu.amplitude.com/config',
    },
  },
  {
    name: 'Amplitude',
    html: `${script('https://cdn.amplitude.com/libs/analytics-browser-2.11.1-min.js.gz')}<script>amplitude.init("abc")</script>`,
    needs: {
      script: 'https://cdn.amplitude.com/libs/analytics-browser-2.11.1-min.js.gz',
      connect: 'https://api2.amplitude.com/2/httpapi https://sr-client-cfg.amplitude.com/config',
    },
  },
  {
    name: 'PostHog with its snippet, which names only the ingestion host',
    html: `<script>!function(t,e){var p=t.createElement("script");p.src=s.api_host.replace(".i.posthog.com","-assets.i.posthog.com")+"/static/array.js"}(document);
      posthog.init('phc_a',{api_host:'https://eu.i.posthog.com',person_profiles:'identified_only'})</script>`,
    needs: {
      script: 'https://eu-assets.i.posthog.com/static/array.js',
      connect: 'https://eu.i.posthog.com/e/ https://eu-assets.i.posthog.com/array/phc_a/config',
    },
  },
  {
    name: 'Plausible and Cloudflare Web Analytics',
    html: `<script async src="https://plausible.io/js/pa-abc.js"></script><script>plausible.init()</script>
      <script defer src='https://static.cloudflareinsights.com/beacon.min.js' data-cf-beacon='{"token": "a"}'></script>`,
    needs: {
      script: 'https://plausible.io/js/pa-abc.js https://static.cloudflareinsights.com/beacon.min.js',
      connect: 'https://plausible.io/api/event https://cloudflareinsights.com/cdn-cgi/rum',
    },
  },
  {
    name: 'Matomo Cloud with its tag manager',
    html: `<script>var _mtm=window._mtm=window._mtm||[];_mtm.push({'mtm.startTime':1,'event':'mtm.Start'});(function(){var d=document,g=d.createElement('script');
      g.src='https://cdn.matomo.cloud/acme.matomo.cloud/container_Ab1.js';d.head.append(g)})();</script>`,
    needs: {
      script: 'https://cdn.matomo.cloud/acme.matomo.cloud/container_Ab1.js',
      connect: 'https://acme.matomo.cloud/matomo.php',
      img: 'https://acme.matomo.cloud/matomo.php',
    },
  },
  {
    name: 'GoatCounter, with the account in an attribute',
    html: '<script data-goatcounter="https://acme.goatcounter.com/count" async src="//gc.zgo.at/count.js"></script>',
    needs: {
      script: 'https://gc.zgo.at/count.js',
      connect: 'https://acme.goatcounter.com/count',
      img: 'https://acme.goatcounter.com/count',
    },
  },
  {
    name: 'Clarity and Microsoft Advertising',
    html: `<script>(function(c,l,a,r,i,t,y){t=l.createElement(r);t.async=1;t.src="https://www.clarity.ms/tag/"+i;l.head.append(t)})(window,document,"clarity","script","abc")</script>
      <script>(function(w,d,t,r,u){var n=d.createElement(t);n.src=r;d.head.append(n)})(window,document,"script","//bat.bing.com/bat.js","uetq")</script>`,
    needs: {
      script: 'https://www.clarity.ms/tag/abc https://scripts.clarity.ms/0.8/clarity.js https://bat.bing.com/bat.js',
      connect: on('k.clarity.ms bat.bing.com bat.bing.net', '/collect'),
      img: on('c.clarity.ms c.bing.com bat.bing.com bat.bing.net', '/c.gif'),
    },
  },
  {
    name: 'LinkedIn and TikTok',
    html: `${loader('https://snap.licdn.com/li.lms-analytics/insight.min.js')}<noscript><img src="https://px.ads.linkedin.com/collect/?pid=1&fmt=gif"></noscript>
      <script>!function(w,d,t){ttq.load=function(e){var r="https://analytics.tiktok.com/i18n/pixel/events.js";n.src=r+"?sdkid="+e};ttq.load('C')}(window,document,'ttq')</script>`,
    needs: {
      script:
        'https://snap.licdn.com/li.lms-analytics/insight.min.js https://analytics.tiktok.com/i18n/pixel/events.js',
      img: on('px.ads.linkedin.com px4.ads.linkedin.com www.linkedin.com', '/collect'),
      connect: on('px.ads.linkedin.com analytics.tiktok.com', '/api'),
    },
  },
  {
    name: 'the Pinterest tag',
    html: `${loader('https://s.pinimg.com/ct/core.js')}<noscript><img src="https://ct.pinterest.com/v3/?event=init&tid=1"></noscript>`,
    needs: {
      script: on('s.pinimg.com ct.pinterest.com', '/x.js'),
      img: 'https://ct.pinterest.com/v3/',
      connect: 'https://ct.pinterest.com/user/',
      frame: 'https://ct.pinterest.com/ct.html',
    },
  },
  {
    name: 'Optimizely',
    html: '<script src="https://cdn.optimizely.com/js/123456.js"></script>',
    needs: {
      script: 'https://cdn.optimizely.com/js/123456.js',
      connect: on('logx.optimizely.com tapi.optimizely.com', '/v1'),
      img: 'https://cdn.optimizely.com/img/1.png',
      frame: 'https://a123.cdn.optimizely.com/client_storage/a123.html',
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'VWO',
    html: `<script id='vwoCode'>window._vwo_code||(function(){var u='https://dev.visualwebsiteoptimizer.com/j.php?a=1';})();</script>`,
    needs: {
      script: on('dev.visualwebsiteoptimizer.com app.vwo.com', '/j.php'),
      style: `${on('dev.visualwebsiteoptimizer.com app.vwo.com')} 'unsafe-inline'`,
      img: on('dev.visualwebsiteoptimizer.com app.vwo.com useruploads.vwo.io chart.googleapis.com'),
      connect: on('dev.visualwebsiteoptimizer.com app.vwo.com'),
      worker: 'blob:',
      frame: on('dev.visualwebsiteoptimizer.com app.vwo.com'),
    },
  },
  ...(['com', 'eu'] as const).map((tld) => ({
    name: `Cookiebot at cookiebot.${tld}`,
    html: `<script id="Cookiebot" src="https://consent.cookiebot.${tld}/uc.js" data-cbid="a" type="text/javascript"></script>`,
    needs: {
      script: on(`consent.cookiebot.${tld} consentcdn.cookiebot.${tld}`, '/uc.js'),
      frame: `https://consentcdn.cookiebot.${tld}/sdk/bc-v4.min.html`,
      connect: `https://consentcdn.cookiebot.${tld}/consentconfig/a.json`,
      img: `https://imgsct.cookiebot.${tld}/1.gif`,
      style: "'unsafe-inline'",
    },
  })),
  {
    name: 'OneTrust: its banner inserts style elements',
    html: '<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js" data-domain-script="a"></script><script>function OptanonWrapper(){}</script>',
    needs: {
      script: 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js',
      connect: on('cdn.cookielaw.org geolocation.onetrust.com privacyportal.onetrust.com'),
      img: 'https://cdn.cookielaw.org/logos/a.png',
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'CookiePro',
    html: '<script src="https://cookie-cdn.cookiepro.com/scripttemplates/otSDKStub.js" data-domain-script="a"></script>',
    needs: {
      script: 'https://cookie-cdn.cookiepro.com/scripttemplates/otSDKStub.js',
      connect: on('cookie-cdn.cookiepro.com geolocation.onetrust.com privacyportal.onetrust.com'),
      img: 'https://cookie-cdn.cookiepro.com/logos/a.png',
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'New Relic in the European Union',
    html: `<script>window.NREUM||(NREUM={});NREUM.info={beacon:"bam.eu01.nr-data.net",errorBeacon:"bam.eu01.nr-data.net",licenseKey:"a",sa:1};
      var u="https://js-agent.newrelic.com/"</script>`,
    needs: {
      script: on('js-agent.newrelic.com bam.eu01.nr-data.net', '/nr.js'),
      connect: 'https://bam.eu01.nr-data.net/events/1/a',
    },
  },
  {
    name: 'Sentry with its DSN in the page',
    html: `<script src="https://browser.sentry-cdn.com/8.30.0/bundle.min.js" crossorigin="anonymous"></script>
      <script>Sentry.init({dsn:"https://0a1b2c@o1234.ingest.us.sentry.io/56"})</script>`,
    needs: {
      script: 'https://browser.sentry-cdn.com/8.30.0/bundle.min.js',
      connect: 'https://o1234.ingest.us.sentry.io/api/56/envelope/',
    },
  },
];
