import { expect, it } from 'vitest';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { pageOf } from '../../../test/page-of.ts';
import { scriptEndpoints } from './script-endpoints.ts';

const told = (text: string): string[] => scriptEndpoints(text).map(({ kind, url }) => `${kind} ${url}`);

// Fetch §5.6, WebSockets §3, HTML §9.2 and §8.1.6, Beacon §4.1: the calls that connect-src and script-src govern.
it.each<[string, string[]]>([
  ['fetch("https://api.shop.example/v1/items?id=3")', ['connect https://api.shop.example/v1/items']],
  ["window.fetch( 'https://api.shop.example/v1' , {method:'POST'})", ['connect https://api.shop.example/v1']],
  ['fetch(`https://api.shop.example/items/${id}`)', ['connect https://api.shop.example/items/']],
  ['fetch("//api.shop.example/a")', ['connect https://api.shop.example/a']],
  ['fetch("https:\\/\\/api.shop.example\\/a")', ['connect https://api.shop.example/a']],
  ["new WebSocket('wss://live.shop.example/socket')", ['connect wss://live.shop.example/socket']],
  ['var s=new WebSocket("ws://live.shop.example:8080")', ['connect ws://live.shop.example:8080/']],
  ["new EventSource('https://events.shop.example/s')", ['connect https://events.shop.example/s']],
  ["navigator.sendBeacon('https://stats.shop.example/b', d)", ['connect https://stats.shop.example/b']],
  ["x.open('GET', 'https://api.shop.example/x', true)", ['connect https://api.shop.example/x']],
  ['axios.post("https://api.shop.example/y", b)', ['connect https://api.shop.example/y']],
  ['$.getJSON("https://api.shop.example/z", f)', ['connect https://api.shop.example/z']],
  ["$.ajax({ type: 'POST', url: 'https://api.shop.example/w' })", ['connect https://api.shop.example/w']],
  ["const API='https://api.shop.example'; fetch(API + '/x')", ['connect https://api.shop.example/']],
  ["let base = 'https://api.shop.example'; fetch(`${base}/x`)", ['connect https://api.shop.example/']],
  ['import a from "https://esm.example/a.js"; a()', ['script https://esm.example/a.js']],
  ['import "https://esm.example/b.js"', ['script https://esm.example/b.js']],
  ['const m = await import("https://esm.example/c.js")', ['script https://esm.example/c.js']],
  // Not calls, or not to a host that anyone can name.
  ['fetch("/api/items")', []],
  ['var home = "https://www.shop.example/"', []],
  ['fetch("http://localhost:3000/x")', []],
  ['prefetch = "https://a.example/"; open("https://b.example/")', []],
  ['fetch(url)', []],
])('%s', (text, endpoints) => {
  expect(told(text)).toEqual(endpoints);
});

// HTML §8.1.6.2 "parse an import map string"
it.each<[string, string[]]>([
  ['{"imports": {"a": "https://esm.example/a.js", "app": "/app.js", "own": "https://example.test/x.js"}}', ['a.js']],
  [
    '{"imports": {"a/": "https://esm.example/a/"}, "scopes": {"/b/": {"c": "https://esm.example/c.js"}}}',
    ['a/', 'c.js'],
  ],
  ['{"imports": {"a": "https:\\/\\/esm.example\\/a.js"}}', ['a.js']],
  // Not a target, or not JSON: browsers ignore the whole map.
  ['{"integrity": {"https://esm.example/a.js": "sha384-x"}, "note": "https://esm.example/b.js"}', []],
  ['{"imports": {"a": "https://esm.example/a.js",}}', []],
])('targets of the import map %s', (map, files) => {
  const { script_endpoints: found } = pageOf(`<script type=importmap>${map}</script>`);
  expect(found).toEqual(files.map((file) => ({ kind: 'script', url: `https://esm.example/${file}` })));
});

it.each([
  'fetch(',
  'ajax({',
  ',a="',
  '.open("GET",',
  'fetch(    ',
  'new WebSocket ("//a',
  'const a = "//a',
  'import ("',
])('takes linear time: %s', (unit) => {
  const text = (size: number): string => `//${unit.repeat(size / unit.length)}`;
  expect(timesAsMuch(scriptEndpoints, text)).toBeLessThan(LINEAR_AT_MOST);
});
