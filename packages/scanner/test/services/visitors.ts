import { NONCE_PLACEHOLDER } from '../../src/parse/csp/clean.ts';
import { loader, script, type ServiceCase } from './case.ts';

/** Session recording, error reports, advertising pixels, reviews and chat. */
export const VISITORS: readonly ServiceCase[] = [
  {
    name: 'FullStory',
    html: loader('https://edge.fullstory.com/s/a.js'),
    needs: {
      script: 'https://edge.fullstory.com/x',
      connect: 'https://edge.fullstory.com/x https://rs.fullstory.com/x',
      img: 'https://rs.fullstory.com/x',
    },
  },
  {
    name: 'Trustpilot widgets',
    html: script('https://widget.trustpilot.com/bootstrap/a.js'),
    needs: {
      script: 'https://widget.trustpilot.com/x',
      frame: 'https://widget.trustpilot.com/x',
    },
  },
  {
    name: 'Klaviyo',
    html: script('https://static.klaviyo.com/onsite/js/a.js'),
    needs: {
      script: 'https://static.klaviyo.com/x https://static-tracking.klaviyo.com/x',
      connect: 'https://a.klaviyo.com/x https://fast.a.klaviyo.com/x https://static-forms.klaviyo.com/x',
      img: 'https://d3k81ch9hvuctc.cloudfront.net/x',
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'Yandex Metrica',
    html: loader('https://mc.yandex.ru/metrika/a.js'),
    needs: {
      script: `https://mc.yandex.ru/metrika/a.js https://yastatic.net/x ${NONCE_PLACEHOLDER} 'strict-dynamic'`,
      img: 'https://mc.yandex.ru/x',
      connect: 'https://mc.yandex.ru/x wss://mc.yandex.ru/x',
      frame: 'blob: https://mc.yandex.ru/x',
      child: 'blob: https://mc.yandex.ru/x',
    },
  },
  {
    name: 'Heap',
    html: loader('https://cdn.heapanalytics.com/js/heap-123.js'),
    needs: {
      script: 'https://cdn.heapanalytics.com/x https://heapanalytics.com/x',
      connect: 'https://heapanalytics.com/x',
      img: 'https://heapanalytics.com/x',
    },
  },
  {
    name: 'Rollbar',
    html: script('https://cdn.rollbar.com/rollbarjs/a.js'),
    needs: {
      script: 'https://cdn.rollbar.com/x',
      connect: 'https://api.rollbar.com/x',
    },
  },
  {
    name: 'LogRocket',
    html: script('https://cdn.lr-ingest.com/LogRocket.min.js'),
    needs: {
      script: 'https://cdn.lr-ingest.com/x',
      connect: 'https://r.lr-ingest.com/x',
      worker: 'blob:',
    },
  },
  {
    name: 'Snap Pixel',
    html: loader('https://sc-static.net/scevent.min.js'),
    needs: {
      script: 'https://sc-static.net/x https://tr.snapchat.com/x',
      connect: 'https://tr.snapchat.com/x',
      img: 'https://tr.snapchat.com/x',
      frame: 'https://tr.snapchat.com/x',
    },
  },
  {
    name: 'Reddit Pixel',
    html: loader('https://www.redditstatic.com/ads/pixel.js'),
    needs: {
      script: 'https://www.redditstatic.com/x',
      connect: 'https://alb.reddit.com/x https://pixel-config.reddit.com/x',
      img: 'https://alb.reddit.com/x',
    },
  },
  {
    name: 'LiveChat',
    html: loader('https://cdn.livechatinc.com/tracking.js'),
    needs: {
      script: 'https://cdn.livechatinc.com/x https://api.livechatinc.com/x',
      connect: 'https://api.livechatinc.com/x wss://api.livechatinc.com/x',
      frame: 'https://secure.livechatinc.com/x',
      img: 'https://cdn.livechatinc.com/x',
    },
  },
];
