import { frame as F, loader as L, script as S, type DocumentedNeeds } from './case.ts';

/** As `DocumentedNeeds` says. */
export const FONTS_AND_MAPS: readonly DocumentedNeeds[] = [
  [
    'stripe clover',
    S('https://js.stripe.com/clover/stripe.js'),
    'script https://js.stripe.com/clover/stripe.js|script https://m.js.stripe.com/x|frame https://js.stripe.com/x|frame https://hooks.stripe.com/x|connect https://api.stripe.com/x|frame https://b.js.stripe.com/x',
  ],
  [
    'stripe basil inline',
    L('https://js.stripe.com/basil/stripe.js'),
    'frame https://hooks.stripe.com/x|connect https://api.stripe.com/x',
  ],
  [
    'stripe pricing table',
    S('https://js.stripe.com/v3/pricing-table.js') + '<stripe-pricing-table></stripe-pricing-table>',
    'frame https://js.stripe.com/x|connect https://api.stripe.com/x',
  ],
  ['stripe buy button', S('https://js.stripe.com/v3/buy-button.js'), 'frame https://js.stripe.com/x'],
  [
    'recaptcha noninline',
    S('https://www.google.com/recaptcha/api.js?render=6Lc'),
    'script https://www.gstatic.com/recaptcha/releases/x.js|frame https://www.google.com/recaptcha/api2/anchor|connect https://www.google.com/recaptcha/api2/clr',
  ],
  [
    'recaptcha protocol rel',
    S('//www.google.com/recaptcha/api.js?hl=en'),
    'script https://www.gstatic.com/recaptcha/releases/x.js|frame https://www.google.com/recaptcha/api2/anchor',
  ],
  [
    'recaptcha http',
    S('http://www.google.com/recaptcha/api.js'),
    'script https://www.gstatic.com/recaptcha/releases/x.js|frame https://www.google.com/recaptcha/api2/anchor',
  ],
  [
    'recaptcha google.com',
    S('https://google.com/recaptcha/api.js'),
    'script https://www.gstatic.com/recaptcha/releases/x.js|frame https://www.google.com/recaptcha/api2/anchor',
  ],
  [
    'recaptcha net enterprise',
    S('https://www.recaptcha.net/recaptcha/enterprise.js?render=x'),
    'script https://www.gstatic.com/recaptcha/releases/x.js|frame https://www.recaptcha.net/recaptcha/enterprise/anchor|connect https://www.recaptcha.net/recaptcha/enterprise/clr',
  ],
  [
    'recaptcha.net bare',
    S('https://recaptcha.net/recaptcha/api.js'),
    'script https://www.gstatic.com/recaptcha/releases/x.js|frame https://recaptcha.net/recaptcha/api2/anchor',
  ],
  [
    'hcaptcha',
    S('https://js.hcaptcha.com/1/api.js?render=explicit'),
    'script https://newassets.hcaptcha.com/x|frame https://newassets.hcaptcha.com/x|style https://newassets.hcaptcha.com/x|connect https://api.hcaptcha.com/x|connect https://hcaptcha.com/x',
  ],
  [
    'turnstile v0',
    S('https://challenges.cloudflare.com/turnstile/v0/api.js?compat=recaptcha'),
    'script https://challenges.cloudflare.com/turnstile/v0/g/x/api.js|frame https://challenges.cloudflare.com/cdn-cgi/x',
  ],
  [
    'turnstile inline',
    L('https://challenges.cloudflare.com/turnstile/v0/api.js'),
    'frame https://challenges.cloudflare.com/cdn-cgi/x',
  ],
  [
    'google fonts import',
    '<style>@import url("https://fonts.googleapis.com/css?family=Roboto");</style>',
    'style https://fonts.googleapis.com/css|font https://fonts.gstatic.com/s/x.woff2',
  ],
  [
    'google fonts protocol rel',
    '<link rel=stylesheet href="//fonts.googleapis.com/css?family=Open+Sans:400,700">',
    'style https://fonts.googleapis.com/css|font https://fonts.gstatic.com/s/x.woff2',
  ],
  [
    'google fonts preload',
    '<link rel=preload as=style onload="this.rel=\'stylesheet\'" href="https://fonts.googleapis.com/css2?family=Inter">',
    'style https://fonts.googleapis.com/css2|font https://fonts.gstatic.com/s/x.woff2',
  ],
  [
    'google fonts print',
    '<link rel="stylesheet" media="print" onload="this.media=\'all\'" href="https://fonts.googleapis.com/css2?family=Inter">',
    'style https://fonts.googleapis.com/css2|font https://fonts.gstatic.com/s/x.woff2',
  ],
  [
    'material icons',
    '<link href="https://fonts.googleapis.com/icon?family=Material+Icons" rel="stylesheet">',
    'font https://fonts.gstatic.com/s/x.woff2',
  ],
  [
    'gfonts earlyaccess',
    '<link href="https://fonts.googleapis.com/earlyaccess/notosansjp.css" rel="stylesheet">',
    'style https://fonts.googleapis.com/earlyaccess/notosansjp.css|font https://fonts.gstatic.com/ea/x.woff2',
  ],
  [
    'gtag',
    S('https://www.googletagmanager.com/gtag/js?id=G-1') + "<script>gtag('config','G-1')</script>",
    'script https://www.googletagmanager.com/gtag/js|connect https://region1.google-analytics.com/g/collect|connect https://www.google-analytics.com/g/collect|img https://www.google-analytics.com/g/collect|connect https://analytics.google.com/g/collect|img https://www.googletagmanager.com/a',
  ],
  [
    'gtm',
    L('https://www.googletagmanager.com/gtm.js?id=GTM-1'),
    'script https://www.googletagmanager.com/gtm.js|script https://www.googletagmanager.com/gtag/js|connect https://region1.google-analytics.com/g/collect',
  ],
  [
    'gtm noscript',
    L('https://www.googletagmanager.com/gtm.js?id=GTM-1') +
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1"></iframe></noscript>',
    'script https://www.googletagmanager.com/gtm.js',
  ],
  [
    'ua',
    L('https://www.google-analytics.com/analytics.js'),
    'script https://www.google-analytics.com/analytics.js|connect https://www.google-analytics.com/j/collect|img https://www.google-analytics.com/collect',
  ],
  [
    'gmaps',
    S('https://maps.googleapis.com/maps/api/js?key=x&callback=init'),
    'script https://maps.googleapis.com/maps-api-v3/x.js|img https://maps.gstatic.com/x.png|img https://maps.googleapis.com/x|font https://fonts.gstatic.com/x|style https://fonts.googleapis.com/css|connect https://maps.googleapis.com/x|img data:',
  ],
  [
    'gmaps google.com',
    S('https://maps.google.com/maps/api/js?sensor=false'),
    'script https://maps.googleapis.com/maps-api-v3/x.js|img https://maps.gstatic.com/x.png',
  ],
  [
    'gmaps inline boot',
    `<script>(g=>{var h,a,k,p="The Google Maps JavaScript API",c="google",l="importLibrary",q="__ib__",m=document,b=window;b=b[c]||(b[c]={});var d=b.maps||(b.maps={}),r=new Set,e=new URLSearchParams,u=()=>h||(h=new Promise(async(f,n)=>{await (a=m.createElement("script"));e.set("libraries",[...r]+"");for(k in g)e.set(k.replace(/[A-Z]/g,t=>"_"+t[0].toLowerCase()),g[k]);e.set("callback",c+".maps."+q);a.src=\`https://maps.\${c}apis.com/maps/api/js?\`+e;d[q]=f;a.onerror=()=>h=n(Error(p+" could not load."));a.nonce=m.querySelector("script[nonce]")?.nonce||"";m.head.append(a)}));d[l]?console.warn(p+" only loads once. Ignoring:",g):d[l]=(f,...n)=>r.add(f)&&u().then(()=>d[l](f,...n))})({key: "YOUR_API_KEY", v: "weekly"});</script>`,
    'script https://maps.googleapis.com/maps-api-v3/x.js|img https://maps.gstatic.com/x.png',
  ],
  ['gmaps embed', F('https://www.google.com/maps/embed?pb=!1m18'), 'frame https://www.google.com/maps/embed'],
  [
    'gmaps embed v1',
    F('https://www.google.com/maps/embed/v1/place?key=x&q=y'),
    'frame https://www.google.com/maps/embed/v1/place',
  ],
  ['gmaps old', F('https://maps.google.com/maps?q=x&output=embed'), 'frame https://www.google.com/maps/embed'],
  [
    'gmaps de',
    F('https://maps.google.de/maps?q=x&output=embed'),
    'frame https://www.google.com/maps/embed|frame https://maps.google.de/maps',
  ],
  ['mymaps', F('https://www.google.com/maps/d/embed?mid=x'), 'frame https://www.google.com/maps/d/embed'],
  ['youtube', F('https://www.youtube.com/embed/x'), 'frame https://www.youtube.com/embed/x'],
  [
    'youtube bare',
    F('https://youtube.com/embed/x'),
    'frame https://www.youtube.com/embed/x|frame https://youtube.com/embed/x',
  ],
  [
    'youtube nocookie bare',
    F('https://youtube-nocookie.com/embed/x'),
    'frame https://www.youtube-nocookie.com/embed/x',
  ],
  [
    'youtube lazy',
    '<iframe data-src="https://www.youtube.com/embed/x" class="lazyload"></iframe>',
    'frame https://www.youtube.com/embed/x',
  ],
];
