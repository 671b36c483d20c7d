import { frame as F, loader as L, script as S, type DocumentedNeeds } from './case.ts';

/** As `DocumentedNeeds` says. */
export const TAGS_AND_CONSENT: readonly DocumentedNeeds[] = [
  [
    'lite-youtube',
    S('https://cdn.jsdelivr.net/npm/lite-youtube-embed@0.3.2/src/lite-yt-embed.min.js') +
      '<lite-youtube videoid="x"></lite-youtube>',
    'frame https://www.youtube-nocookie.com/embed/x|img https://i.ytimg.com/vi/x/hq.jpg',
  ],
  [
    'youtube api',
    S('https://www.youtube.com/iframe_api'),
    'script https://www.youtube.com/s/player/x/www-widgetapi.js|frame https://www.youtube.com/embed/x',
  ],
  [
    'vimeo',
    F('https://player.vimeo.com/video/1') + S('https://player.vimeo.com/api/player.js'),
    'frame https://player.vimeo.com/video/1|script https://player.vimeo.com/api/player.js',
  ],
  [
    'fbpixel',
    L('https://connect.facebook.net/en_US/fbevents.js'),
    'script https://connect.facebook.net/signals/config/1|img https://www.facebook.com/tr/|connect https://www.facebook.com/tr/',
  ],
  [
    'linkedin',
    L('https://snap.licdn.com/li.lms-analytics/insight.min.js'),
    'script https://snap.licdn.com/x|img https://px.ads.linkedin.com/collect|connect https://px.ads.linkedin.com/x',
  ],
  [
    'hotjar',
    `<script>(function(h,o,t,j,a,r){r.src=t+1+j+2})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=');</script>`,
    'script https://script.hotjar.com/x|connect https://in.hotjar.com/x|connect wss://ws.hotjar.com/x|font https://script.hotjar.com/x|connect https://vc.hotjar.io/x|img https://script.hotjar.com/x',
  ],
  [
    'intercom',
    L('https://widget.intercom.io/widget/abc'),
    'script https://js.intercomcdn.com/x|connect https://api-iam.intercom.io/x|connect wss://nexus-websocket-a.intercom.io/x|font https://fonts.intercomcdn.com/x|img https://static.intercomassets.com/x|media https://js.intercomcdn.com/x|frame https://intercom-sheets.com/x',
  ],
  [
    'zendesk',
    S('https://static.zdassets.com/ekr/snippet.js?key=1'),
    'script https://static.zdassets.com/x|connect https://ekr.zdassets.com/x|connect https://acme.zendesk.com/x|connect wss://acme.zendesk.com/x|img https://v2assets.zopim.io/x|connect wss://widget-mediator.zopim.com/x',
  ],
  [
    'hubspot',
    S('//js.hs-scripts.com/123.js'),
    'script https://js.hs-analytics.net/x|script https://js.hs-banner.com/x|script https://js.usemessages.com/x|script https://js.hscollectedforms.net/x|script https://js.hsadspixel.net/x|img https://track.hubspot.com/x|connect https://api.hubapi.com/x|frame https://app.hubspot.com/x|connect https://forms.hscollectedforms.net/x',
  ],
  [
    'hubspot forms',
    S('https://js.hsforms.net/forms/embed/v2.js'),
    'script https://js.hsforms.net/x|connect https://forms.hsforms.com/x|frame https://forms.hsforms.com/x',
  ],
  [
    'segment',
    L('https://cdn.segment.com/analytics.js/v1/KEY/analytics.min.js'),
    'connect https://api.segment.io/v1/t|connect https://cdn.segment.com/v1/projects/x/settings',
  ],
  [
    'sentry us',
    S('https://browser.sentry-cdn.com/8.1.0/bundle.tracing.min.js') +
      "<script>Sentry.init({dsn:'https://abc@o1.ingest.us.sentry.io/2'})</script>",
    'script https://browser.sentry-cdn.com/8.1.0/x.js|connect https://o1.ingest.us.sentry.io/api/2/envelope/',
  ],
  [
    'datadog us',
    S('https://www.datadoghq-browser-agent.com/us1/v6/datadog-rum.js'),
    'connect https://browser-intake-datadoghq.com/api/v2/rum|worker blob:',
  ],
  [
    'datadog inline',
    `<script>(function(h,o,u,n,d){h=h[d]=h[d]||{q:[]};d=o.createElement(u);d.async=1;d.src=n})(window,document,'script','https://www.datadoghq-browser-agent.com/eu1/v6/datadog-rum.js','DD_RUM')</script>`,
    'script https://www.datadoghq-browser-agent.com/eu1/v6/datadog-rum.js|connect https://browser-intake-datadoghq.eu/api/v2/rum',
  ],
  [
    'cf insights',
    S('https://static.cloudflareinsights.com/beacon.min.js'),
    'script https://static.cloudflareinsights.com/beacon.min.js/v1|connect https://cloudflareinsights.com/cdn-cgi/rum',
  ],
  [
    'algolia',
    S('https://cdn.jsdelivr.net/npm/algoliasearch@4/dist/algoliasearch-lite.umd.js') +
      "<script>algoliasearch('APPID1234X','key')</script>",
    'connect https://appid1234x-dsn.algolia.net/1/x|connect https://appid1234x-1.algolianet.com/1/x',
  ],
  [
    'docsearch',
    S('https://cdn.jsdelivr.net/npm/@docsearch/js@3') +
      '<link rel=stylesheet href="https://cdn.jsdelivr.net/npm/@docsearch/css@3">',
    'connect https://x-dsn.algolia.net/1',
  ],
  [
    'mapbox',
    S('https://api.mapbox.com/mapbox-gl-js/v3.4.0/mapbox-gl.js') +
      '<link rel=stylesheet href="https://api.mapbox.com/mapbox-gl-js/v3.4.0/mapbox-gl.css">',
    'worker blob:|connect https://api.mapbox.com/x|connect https://events.mapbox.com/x|img data:|img blob:',
  ],
  [
    'typekit',
    '<link rel=stylesheet href="https://use.typekit.net/abc.css">',
    'font https://use.typekit.net/x|style https://use.typekit.net/abc.css|style https://p.typekit.net/p.css',
  ],
  [
    'fontawesome kit',
    S('https://kit.fontawesome.com/abc.js'),
    'script https://kit.fontawesome.com/abc.js|connect https://ka-f.fontawesome.com/x|font https://ka-f.fontawesome.com/x|style https://ka-f.fontawesome.com/x',
  ],
  [
    'fontawesome pro kit',
    S('https://kit.fontawesome.com/abc.js'),
    'connect https://ka-p.fontawesome.com/x|font https://ka-p.fontawesome.com/x',
  ],
  [
    'fontawesome cdnjs',
    '<link rel=stylesheet href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.0/css/all.min.css">',
    'font https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.0/webfonts/x.woff2',
  ],
  [
    'bootstrap icons',
    '<link rel=stylesheet href="https://cdn.jsdelivr.net/npm/bootstrap-icons@1.11.3/font/bootstrap-icons.min.css">',
    'font https://cdn.jsdelivr.net/x.woff2',
  ],
  [
    'disqus',
    L('https://acme.disqus.com/embed.js'),
    'script https://acme.disqus.com/embed.js|script https://c.disquscdn.com/x|frame https://disqus.com/embed/comments/|style https://c.disquscdn.com/x|img https://referrer.disqus.com/x',
  ],
  [
    'disqus concat',
    `<script>(function(){var d=document,s=d.createElement('script');s.src='https://'+'acme'+'.disqus.com/embed.js';})();</script>`,
    'script https://acme.disqus.com/embed.js|frame https://disqus.com/x',
  ],
  [
    'calendly',
    '<link href="https://assets.calendly.com/assets/external/widget.css" rel=stylesheet>' +
      S('https://assets.calendly.com/assets/external/widget.js') +
      '<div class="calendly-inline-widget" data-url="https://calendly.com/x"></div>',
    'frame https://calendly.com/x|img https://assets.calendly.com/x',
  ],
  ['calendly iframe', F('https://calendly.com/acme/30min'), 'frame https://calendly.com/x'],
  [
    'cookiebot',
    S('https://consent.cookiebot.com/uc.js'),
    'script https://consent.cookiebot.com/x|script https://consentcdn.cookiebot.com/x|frame https://consentcdn.cookiebot.com/x|img https://imgsct.cookiebot.com/x|connect https://consentcdn.cookiebot.com/x',
  ],
  [
    'onetrust',
    S('https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'),
    'script https://cdn.cookielaw.org/x|connect https://geolocation.onetrust.com/x|connect https://cdn.cookielaw.org/x|connect https://acme.my.onetrust.com/x|connect https://privacyportal-eu.onetrust.com/x|img https://cdn.cookielaw.org/x',
  ],
  [
    'usercentrics v2',
    S('https://app.usercentrics.eu/browser-ui/latest/loader.js'),
    'script https://app.usercentrics.eu/x|connect https://api.usercentrics.eu/x|connect https://aggregator.service.usercentrics.eu/x|connect https://consent-api.service.consent.usercentrics.eu/x|img https://app.usercentrics.eu/x',
  ],
  [
    'usercentrics v3',
    S('https://web.cmp.usercentrics.eu/ui/loader.js'),
    'script https://web.cmp.usercentrics.eu/x|connect https://v1.api.service.cmp.usercentrics.eu/x',
  ],
  [
    'klarna kp',
    S('https://x.klarnacdn.net/kp/lib/v1/api.js'),
    'script https://x.klarnacdn.net/x|frame https://js.klarna.com/x|connect https://eu.klarnaevt.com/x|img https://x.klarnacdn.net/x',
  ],
  [
    'klarna websdk',
    S('https://js.klarna.com/web-sdk/v1/klarna.js'),
    'frame https://js.klarna.com/x|connect https://eu.klarnaevt.com/x',
  ],
  [
    'klarna osm',
    S('https://eu-library.klarnaservices.com/lib.js'),
    'script https://eu-library.klarnaservices.com/lib.js|connect https://eu-library.klarnaservices.com/x|connect https://eu.klarnaevt.com/x',
  ],
  [
    'mollie',
    S('https://js.mollie.com/v1/mollie.js'),
    'script https://js.mollie.com/v1/mollie.js|frame https://js.mollie.com/x',
  ],
];
