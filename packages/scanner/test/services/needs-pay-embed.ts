import { frame as F, loader as L, script as S, type DocumentedNeeds } from './case.ts';

/** As `DocumentedNeeds` says. */
export const PAYMENT_AND_EMBEDS: readonly DocumentedNeeds[] = [
  [
    'square',
    S('https://web.squarecdn.com/v1/square.js'),
    'script https://web.squarecdn.com/v1/square.js|frame https://web.squarecdn.com/x|connect https://pci-connect.squareup.com/x|style https://web.squarecdn.com/x|font https://square-fonts-production-f.squarecdn.com/x|font https://d1g145x70srn7h.cloudfront.net/x',
  ],
  [
    'square sandbox',
    S('https://sandbox.web.squarecdn.com/v1/square.js'),
    'frame https://sandbox.web.squarecdn.com/x|connect https://pci-connect.squareupsandbox.com/x',
  ],
  [
    'paypal',
    S('https://www.paypal.com/sdk/js?client-id=x&components=buttons,hosted-fields'),
    'script https://www.paypal.com/sdk/js|script https://www.paypalobjects.com/x|frame https://www.paypal.com/x|connect https://www.paypal.com/x|img https://www.paypalobjects.com/x|frame https://www.sandbox.paypal.com/x',
  ],
  [
    'braintree',
    S('https://js.braintreegateway.com/web/3.97.2/js/client.min.js') +
      S('https://js.braintreegateway.com/web/3.97.2/js/hosted-fields.min.js'),
    'frame https://assets.braintreegateway.com/x|connect https://api.braintreegateway.com/x|connect https://client-analytics.braintreegateway.com/x|connect https://payments.braintree-api.com/x|script https://assets.braintreegateway.com/x',
  ],
  [
    'braintree dropin',
    S('https://js.braintreegateway.com/web/dropin/1.43.0/js/dropin.min.js'),
    'style https://assets.braintreegateway.com/x|frame https://assets.braintreegateway.com/x|img https://assets.braintreegateway.com/x',
  ],
  [
    'adyen',
    S('https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.59.0/adyen.js') +
      '<link rel=stylesheet href="https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.59.0/adyen.css">',
    'frame https://checkoutshopper-live.adyen.com/x|connect https://checkoutshopper-live.adyen.com/x|img https://checkoutshopper-live.adyen.com/x',
  ],
  [
    'adyen cdn',
    S('https://checkoutshopper-live.cdn.adyen.com/checkoutshopper/sdk/6.5.1/adyen.js'),
    'frame https://checkoutshopper-live.adyen.com/x|connect https://checkoutshopper-live.adyen.com/x',
  ],
  [
    'auth0',
    S('https://cdn.auth0.com/js/auth0-spa-js/2.0/auth0-spa-js.production.js') +
      "<script>auth0.createAuth0Client({domain:'acme.eu.auth0.com'})</script>",
    'connect https://acme.eu.auth0.com/oauth/token|frame https://acme.eu.auth0.com/authorize',
  ],
  [
    'firebase',
    '<script type=module>import { initializeApp } from "https://www.gstatic.com/firebasejs/10.12.0/firebase-app.js"; import { getAuth } from "https://www.gstatic.com/firebasejs/10.12.0/firebase-auth.js"; initializeApp({authDomain:"acme.firebaseapp.com"})</script>',
    'script https://www.gstatic.com/firebasejs/10.12.0/firebase-auth.js|connect https://identitytoolkit.googleapis.com/x|connect https://securetoken.googleapis.com/x|frame https://acme.firebaseapp.com/__/auth/iframe|script https://apis.google.com/js/api.js',
  ],
  [
    'supabase',
    S('https://cdn.jsdelivr.net/npm/@supabase/supabase-js@2') +
      "<script>supabase.createClient('https://abcd.supabase.co','key')</script>",
    'connect https://abcd.supabase.co/rest|connect wss://abcd.supabase.co/realtime',
  ],
  [
    'pusher',
    S('https://js.pusher.com/8.2.0/pusher.min.js') + "<script>new Pusher('k',{cluster:'eu'})</script>",
    'connect wss://ws-eu.pusher.com/app/k|connect https://sockjs-eu.pusher.com/x',
  ],
  [
    'twitch js',
    S('https://embed.twitch.tv/embed/v1.js'),
    'frame https://embed.twitch.tv/x|script https://embed.twitch.tv/embed/v1.js',
  ],
  ['twitch player js', S('https://player.twitch.tv/js/embed/v1.js'), 'frame https://player.twitch.tv/x'],
  ['twitch iframe', F('https://player.twitch.tv/?channel=x&parent=y'), 'frame https://player.twitch.tv/x'],
  ['spotify', F('https://open.spotify.com/embed/track/x'), 'frame https://open.spotify.com/embed/track/x'],
  [
    'spotify iframe api',
    S('https://open.spotify.com/embed/iframe-api/v1'),
    'script https://embed-cdn.spotifycdn.com/_next/static/x.js|frame https://open.spotify.com/embed/x',
  ],
  [
    'soundcloud',
    F('https://w.soundcloud.com/player/?url=x') + S('https://w.soundcloud.com/player/api.js'),
    'frame https://w.soundcloud.com/player/',
  ],
  [
    'x embed',
    '<blockquote class="twitter-tweet"></blockquote>' + S('https://platform.twitter.com/widgets.js'),
    'script https://platform.twitter.com/widgets.js|script https://platform.twitter.com/js/tweet.x.js|frame https://platform.twitter.com/embed/x|frame https://syndication.twitter.com/x|img https://syndication.twitter.com/i/jot|connect https://syndication.twitter.com/settings',
  ],
  [
    'x embed x.com',
    S('https://platform.x.com/widgets.js'),
    'script https://platform.x.com/widgets.js|frame https://platform.x.com/embed/x|frame https://platform.twitter.com/embed/x',
  ],
  ['x share', S('https://platform.twitter.com/widgets.js'), 'frame https://platform.twitter.com/widgets/x'],
  [
    'instagram',
    '<blockquote class="instagram-media"></blockquote>' + S('//www.instagram.com/embed.js'),
    'frame https://www.instagram.com/p/x/embed',
  ],
  [
    'instagram old',
    S('//platform.instagram.com/en_US/embeds.js'),
    'script https://www.instagram.com/embed.js|frame https://www.instagram.com/p/x/embed',
  ],
  [
    'tiktok embed',
    '<blockquote class="tiktok-embed"></blockquote>' + S('https://www.tiktok.com/embed.js'),
    'script https://www.tiktok.com/embed.js|script https://lf16-tiktok-web.ttwstatic.com/x.js|frame https://www.tiktok.com/embed/v2/1',
  ],
  [
    'tiktok pixel',
    L('https://analytics.tiktok.com/i18n/pixel/events.js'),
    'script https://analytics.tiktok.com/i18n/pixel/static/main.js|connect https://analytics.tiktok.com/api/v2/pixel',
  ],
  [
    'facebook sdk',
    S('https://connect.facebook.net/en_US/sdk.js#xfbml=1&version=v19.0'),
    'frame https://www.facebook.com/plugins/page.php|img https://www.facebook.com/x|connect https://graph.facebook.com/x',
  ],
  [
    'facebook page plugin',
    F('https://www.facebook.com/plugins/page.php?href=x'),
    'frame https://www.facebook.com/plugins/page.php',
  ],
  [
    'consent gtag',
    '<script type="text/plain" data-cookieconsent="statistics" src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
    'script https://www.googletagmanager.com/gtag/js|connect https://region1.google-analytics.com/g/collect',
  ],
  [
    'consent inline',
    `<script type="text/plain" data-category="analytics">(function(){var s=document.createElement('script');s.src='https://static.hotjar.com/c/hotjar-1.js?sv=6'})()</script>`,
    'script https://script.hotjar.com/x',
  ],
  [
    'usercentrics data-src',
    '<script type="text/plain" data-usercentrics="X" data-src="https://connect.facebook.net/en_US/fbevents.js"></script>',
    'img https://www.facebook.com/tr/',
  ],
  [
    'wp rocket',
    '<script type="rocketlazyloadscript" data-rocket-src="https://js.stripe.com/v3/"></script>',
    'frame https://js.stripe.com/x|connect https://api.stripe.com/x',
  ],
  [
    'litespeed',
    '<script type="litespeed/javascript" data-src="https://www.google.com/recaptcha/api.js"></script>',
    'script https://www.gstatic.com/recaptcha/x.js',
  ],
  [
    'rocket loader',
    '<script type="0a1b-text/javascript" src="https://www.google.com/recaptcha/api.js"></script>',
    'script https://www.gstatic.com/recaptcha/x.js',
  ],
  [
    'lazy img',
    '<img src="data:image/gif;base64,x" data-lazy-src="https://cdn.img.example/a.jpg" data-srcset="https://cdn2.img.example/a.jpg 2x">',
    'img https://cdn.img.example/a.jpg|img https://cdn2.img.example/a.jpg',
  ],
  ['lazy bg', '<div data-bg="https://cdn.img.example/a.jpg"></div>', 'img https://cdn.img.example/a.jpg'],
  [
    'cookieblock',
    '<iframe data-cookieblock-src="https://www.youtube.com/embed/x" data-cookieconsent="marketing"></iframe>',
    'frame https://www.youtube.com/embed/x',
  ],
  [
    'complianz',
    '<iframe data-src-cmplz="https://player.vimeo.com/video/1"></iframe>',
    'frame https://player.vimeo.com/video/1',
  ],
];
