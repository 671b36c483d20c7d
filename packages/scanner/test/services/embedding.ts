import { NONCE_PLACEHOLDER } from '../../src/parse/csp/clean.ts';
import { loader, on, script, sheet, type ServiceCase } from './case.ts';

const PAYPAL = 'www.paypal.com www.paypalobjects.com www.venmo.com';
const PAYPAL_NEEDS = {
  script: on(PAYPAL),
  style: `${on(PAYPAL)} 'unsafe-inline'`,
  connect: on(PAYPAL),
  frame: on(PAYPAL),
  child: on(PAYPAL),
  img: `${on(PAYPAL)} data:`,
};
const INTERCOM_LOADER = (base: string) =>
  `<script>window.intercomSettings={api_base:"${base}",app_id:"a"};(function(){var s=document.createElement('script');s.src='https://widget.intercom.io/widget/a'})();</script>`;
/** Video, maps, chat, forms, payment, social networks, search, sign-in, fonts. */
export const EMBEDDING: readonly ServiceCase[] = [
  {
    name: 'YouTube in privacy-enhanced mode and Vimeo with its player script',
    html: `<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe><iframe src="https://player.vimeo.com/video/1"></iframe>
      <script src="https://player.vimeo.com/api/player.js"></script>`,
    needs: {
      frame: 'https://www.youtube-nocookie.com/embed/x https://player.vimeo.com/video/1',
      script: 'https://player.vimeo.com/api/player.js',
    },
  },
  {
    name: 'the YouTube player with its inline loader, in an empty element',
    html: `<div id="player"></div>${loader('https://www.youtube.com/iframe_api')}`,
    needs: {
      script:
        'https://www.youtube.com/iframe_api https://www.youtube.com/s/player/a/www-widgetapi.vflset/www-widgetapi.js',
      frame: 'https://www.youtube.com/embed/x',
    },
  },
  {
    name: 'Intercom in the European Union: the hosts of its region, and what all regions share',
    html: INTERCOM_LOADER('https://api-iam.eu.intercom.io'),
    needs: {
      script: on('app.intercom.io widget.intercom.io js.intercomcdn.com'),
      connect: on(
        'via.intercom.io api.eu.intercom.io api-iam.eu.intercom.io a.intercom-messenger.com wss://a.intercom-messenger.com nexus-europe-websocket.intercom.io wss://nexus-europe-websocket.intercom.io uploads.intercomcdn.eu uploads.intercomusercontent.com',
      ),
      img: `${on('js.intercomcdn.com downloads.intercomcdn.eu static.intercomassets.eu uploads.intercomusercontent.com gifs.intercomcdn.com video-messages.intercomcdn.com messenger-apps.intercom.io a.intercom-attachments.eu')} data: blob:`,
      font: on('js.intercomcdn.com fonts.intercomcdn.com'),
      media: on('js.intercomcdn.com downloads.intercomcdn.eu'),
      child: on('intercom-sheets.com www.intercom-reporting.com www.youtube.com player.vimeo.com fast.wistia.net'),
      frame: on('intercom-sheets.com www.intercom-reporting.com www.youtube.com player.vimeo.com fast.wistia.net'),
      'form-action': on('intercom.help api-iam.eu.intercom.io'),
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'HubSpot: tracking code and a form',
    html: `<script id="hs-script-loader" async defer src="//js.hs-scripts.com/123.js"></script>
      <script src="//js.hsforms.net/forms/embed/v2.js"></script><script>hbspt.forms.create({portalId:"123",formId:"a"})</script>`,
    needs: {
      script: on(
        'js.hs-scripts.com js.hs-analytics.net js.hs-banner.com js.hsforms.net forms.hsforms.com js.hscollectedforms.net js.usemessages.com js.hsleadflows.net js.hsadspixel.net app.hubspot.com static.hsappstatic.net',
        '/a.js',
      ),
      connect: on('api.hubapi.com api.hubspot.com js.hs-banner.com forms.hscollectedforms.net forms.hsforms.com'),
      img: on('track.hubspot.com forms.hsforms.com a.hsforms.net'),
      frame: on('app.hubspot.com forms.hsforms.com a.hsforms.net'),
      style: "'unsafe-inline'",
      'form-action': on('forms.hsforms.com'),
    },
  },
  {
    name: 'HubSpot in another region, with a call to action',
    html: `${script('//js-na2.hs-scripts.com/123.js')}${script('https://js-eu1.hscta.net/cta/current.js')}`,
    needs: {
      script: on(
        'js-na2.hs-scripts.com js-eu1.hscta.net js.hs-analytics.net js.hs-banner.com js.hsforms.net forms.hsforms.com js.hscollectedforms.net js.usemessages.com js.hsleadflows.net js.hsadspixel.net app.hubspot.com static.hsappstatic.net',
        '/a.js',
      ),
      connect: on(
        'js-eu1.hscta.net api.hubapi.com api.hubspot.com js.hs-banner.com forms.hscollectedforms.net forms.hsforms.com',
      ),
      img: on('js-eu1.hscta.net no-cache.hubspot.com forms.hsforms.com a.hsforms.net'),
      frame: on('app.hubspot.com forms.hsforms.com a.hsforms.net'),
      style: "'unsafe-inline'",
      'form-action': on('forms.hsforms.com'),
    },
  },
  {
    name: 'Zendesk',
    html: '<script id="ze-snippet" src="https://static.zdassets.com/ekr/snippet.js?key=a"></script>',
    needs: {
      script: on('static.zdassets.com', '/ekr/snippet.js'),
      connect: on(
        'ekr.zdassets.com acme.zendesk.com acme.smooch.io wss://acme.zendesk.com wss://api.smooch.io a.zopim.com wss://a.zopim.com',
      ),
      frame: on('acme.zendesk.com'),
      img: `${on('v2assets.zopim.io static.zdassets.com acme.zendesk.com media.smooch.io a.zdusercontent.com')} data: blob:`,
      media: on('static.zdassets.com'),
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'Crisp: it shows images as data: URLs and plays sounds',
    html: '<script>window.$crisp=[];window.CRISP_WEBSITE_ID="a";(function(){var d=document,s=d.createElement("script");s.src="https://client.crisp.chat/l.js";d.head.append(s)})();</script>',
    needs: {
      script: on('client.crisp.chat', '/l.js'),
      style: `${on('client.crisp.chat')} 'unsafe-inline'`,
      font: on('client.crisp.chat'),
      media: on('client.crisp.chat'),
      img: `${on('client.crisp.chat image.crisp.chat storage.crisp.chat')} data:`,
      connect: on('client.crisp.chat storage.crisp.chat wss://client.relay.crisp.chat'),
      worker: 'blob:',
    },
  },
  ...(['v3.6.0', 'v2.15.0'] as const).map((version) => ({
    name: `Mapbox GL JS ${version}`,
    html: `${sheet(`https://api.mapbox.com/mapbox-gl-js/${version}/mapbox-gl.css`)}<script src="https://api.mapbox.com/mapbox-gl-js/${version}/mapbox-gl.js"></script>`,
    needs: {
      script: `https://api.mapbox.com/mapbox-gl-js/${version}/mapbox-gl.js`,
      style: `https://api.mapbox.com/mapbox-gl-js/${version}/mapbox-gl.css`,
      worker: 'blob:',
      img: 'data: blob:',
      connect: on(`api.mapbox.com events.mapbox.com${version.startsWith('v2') ? ' a.tiles.mapbox.com' : ''}`),
      ...(version.startsWith('v2') && { child: 'blob:' }),
    },
  })),
  {
    name: 'a Google map at its old URL, and an OpenStreetMap map',
    html: `<iframe src="https://maps.google.com/maps?q=Delhi&output=embed"></iframe><iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1"></iframe>`,
    needs: {
      frame:
        'https://maps.google.com/maps https://www.google.com/maps/embed https://www.openstreetmap.org/export/embed.html',
    },
  },
  {
    name: 'Turnstile and hCaptcha',
    html: `${script('https://challenges.cloudflare.com/turnstile/v0/api.js')}${script('https://js.hcaptcha.com/1/api.js')}`,
    needs: {
      script: on('challenges.cloudflare.com hcaptcha.com newassets.hcaptcha.com'),
      frame: on('challenges.cloudflare.com hcaptcha.com newassets.hcaptcha.com'),
      style: on('hcaptcha.com newassets.hcaptcha.com'),
      connect: on('hcaptcha.com api.hcaptcha.com'),
    },
  },
  {
    name: 'Algolia with Insights events',
    html: `<script src="https://cdn.jsdelivr.net/npm/algoliasearch@4.24.0/dist/algoliasearch-lite.umd.js"></script>
      <script src="https://cdn.jsdelivr.net/npm/search-insights@2.17.0/dist/search-insights.min.js"></script>`,
    needs: {
      script: `https://cdn.jsdelivr.net/npm/algoliasearch@4.24.0/dist/algoliasearch-lite.umd.js
        https://cdn.jsdelivr.net/npm/search-insights@2.17.0/dist/search-insights.min.js`,
      connect: on('abc-dsn.algolia.net abc-1.algolianet.com insights.algolia.io'),
    },
  },
  {
    name: 'Typeform and Calendly',
    html: `<div data-tf-live="01H"></div><script src="//embed.typeform.com/next/embed.js"></script>
      ${sheet('https://assets.calendly.com/assets/external/widget.css')}${script('https://assets.calendly.com/assets/external/widget.js')}`,
    needs: {
      script: on('embed.typeform.com assets.calendly.com', '/x.js'),
      style: `${on('embed.typeform.com assets.calendly.com', '/x.css')} 'unsafe-inline'`,
      frame: on('form.typeform.com calendly.com'),
      connect: on('api.typeform.com'),
      img: on('assets.calendly.com'),
    },
  },
  {
    name: 'PayPal buttons',
    html: '<script src="https://www.paypal.com/sdk/js?client-id=a&currency=EUR"></script>',
    needs: PAYPAL_NEEDS,
  },
  {
    name: 'PayPal by version 6 of its SDK',
    html: script('https://www.paypal.com/web-sdk/v6/core'),
    needs: PAYPAL_NEEDS,
  },
  {
    name: 'Klarna payments',
    html: script('https://x.klarnacdn.net/kp/lib/v1/api.js'),
    needs: {
      script: on('x.klarnacdn.net js.klarna.com'),
      style: `${on('x.klarnacdn.net')} 'unsafe-inline'`,
      font: on('x.klarnacdn.net'),
      connect: on('eu.klarna.com eu.klarnaevt.com x.klarnacdn.net'),
      frame: on('js.klarna.com x.klarnacdn.net'),
      img: `${on('cdn.klarna.com x.klarnacdn.net')} data:`,
    },
  },
  {
    name: 'Adyen',
    html: `${sheet('https://checkoutshopper-live.cdn.adyen.com/checkoutshopper/sdk/5.66.0/adyen.css')}${script('https://checkoutshopper-live.cdn.adyen.com/checkoutshopper/sdk/5.66.0/adyen.js')}`,
    needs: {
      script: on('checkoutshopper-live.cdn.adyen.com'),
      style: on('checkoutshopper-live.cdn.adyen.com'),
      frame: on('checkoutshopper-live.adyen.com'),
      img: on('checkoutshopper-live.adyen.com'),
      connect: on('checkoutanalytics-live.adyen.com'),
    },
  },
  {
    name: 'posts of X and Pinterest, whose scripts use a JSONP host: a nonce decides',
    html: `<blockquote class="twitter-tweet"></blockquote>${script('https://platform.twitter.com/widgets.js')}${script('//assets.pinterest.com/js/pinit.js')}`,
    needs: {
      script: `${on('platform.twitter.com assets.pinterest.com widgets.pinterest.com', '/x.js')} ${NONCE_PLACEHOLDER} 'strict-dynamic'`,
      frame: on('platform.twitter.com syndication.twitter.com assets.pinterest.com'),
      img: on('syndication.twitter.com platform.twitter.com pbs.twimg.com i.pinimg.com log.pinterest.com'),
      connect: on('syndication.twitter.com'),
      style: `${on('platform.twitter.com')} 'unsafe-inline'`,
    },
  },
  {
    name: 'Disqus, whose first script comes from the host of the account',
    html: `<div id="disqus_thread"></div>${loader('https://acme-blog.disqus.com/embed.js')}`,
    needs: {
      // `disqus.com` serves JSONP, so the host alone would let anyone in.
      script: `${on('acme-blog.disqus.com disqus.com c.disquscdn.com', '/embed.js')} ${NONCE_PLACEHOLDER} 'strict-dynamic'`,
      frame: on('disqus.com'),
      style: `${on('c.disquscdn.com')} 'unsafe-inline'`,
      img: on('c.disquscdn.com referrer.disqus.com'),
      font: on('c.disquscdn.com'),
    },
  },
];
