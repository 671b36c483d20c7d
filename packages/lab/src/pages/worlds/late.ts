import type { World } from '../page-world.ts';
import type { RealPage } from '../real-pages.ts';
import { html, loader } from './html.ts';

const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });

export const LATE_SERVICES: World = {
  'rum.watch-services.test': {
    '/agent.js': js(
      `var q=['view'];addEventListener('visibilitychange',function(){document.visibilityState==='hidden'&&navigator.sendBeacon('https://intake.watch-services.test/v2/rum',q.join())});addEventListener('pagehide',function(){fetch('https://replay.watch-services.test/end',{method:'POST',keepalive:true,mode:'no-cors',body:'x'})})`,
    ),
  },
  'intake.watch-services.test': { '/v2/rum': { status: 204, body: '' } },
  'replay.watch-services.test': { '/end': { status: 204, body: '' } },
  'pixel.watch-services.test': { '/end.gif': { body: '', headers: { 'content-type': 'image/gif' } } },
  'widget.chat-services.test': {
    '/w.js': js(`fetch('https://api.chat-services.test/open',{method:'POST',mode:'no-cors'}).then(function(){setTimeout(function(){var f=document.createElement('iframe');f.src='https://frame.chat-services.test/';document.body.append(f)},1500)})`), // prettier-ignore
  },
  'api.chat-services.test': { '/open': '{}' },
  'frame.chat-services.test': { '/': '<p>Chat' },
};

/** Pages that do something after some seconds, or when their visitor leaves. */
export const latePages: readonly RealPage[] = [
  {
    name: 'chat after five seconds',
    site: {
      '/': html('Shop', `<script>addEventListener('load',function(){setTimeout(function(){${loader('https://widget.chat-services.test/w.js')}},5000)})</script>`, '<h1>Shop</h1>'), // prettier-ignore
    },
    find: {
      requests: ['https://widget.chat-services.test/w.js', 'https://frame.chat-services.test/'],
      policy: {
        proven: true,
        has: ['connect-src https://api.chat-services.test', 'frame-src https://frame.chat-services.test'],
        lacks: ["'unsafe-inline'"],
      },
    },
  },
  {
    name: 'monitoring that sends when the visitor leaves',
    site: { '/': html('News', '<script src="https://rum.watch-services.test/agent.js"></script>', '<h1>News</h1>') },
    find: {
      requests: ['https://intake.watch-services.test/v2/rum', 'https://replay.watch-services.test/end'],
      policy: {
        proven: true,
        has: ['https://intake.watch-services.test', 'https://replay.watch-services.test'],
        lacks: ["'unsafe-inline'"],
      },
    },
  },
  {
    name: 'pixel when the visitor leaves',
    site: {
      '/': html('News', '<script src="/pixel.js"></script>', '<h1>News</h1>'),
      '/pixel.js': js(`addEventListener('pagehide',function(){new Image().src='https://pixel.watch-services.test/end.gif?t='+Date.now()})`), // prettier-ignore
    },
    find: {
      requests: ['https://pixel.watch-services.test/end.gif'],
      // Chromium sends it as a ping, and asks connect-src.
      policy: {
        proven: true,
        has: ['connect-src https://pixel.watch-services.test', 'img-src https://pixel.watch-services.test'],
        lacks: ["'unsafe-inline'"],
      },
    },
  },
  {
    name: 'offer next to a stream',
    site: {
      '/': html('Live', '', `<script>new EventSource('/live');setInterval(function(){document.title=Date.now()},1000);setTimeout(function(){document.body.insertAdjacentHTML('beforeend','<img alt="" src="https://frame.chat-services.test/offer.png">')},8000)</script>`), // prettier-ignore
      '/live': { body: ': x\n\n', headers: { 'content-type': 'text/event-stream' }, endless: true },
    },
    find: {
      requests: ['https://frame.chat-services.test/offer.png'],
      policy: { proven: true, has: ['https://frame.chat-services.test'], lacks: ["'unsafe-inline'"] },
    },
  },
];
