import { expect, it } from 'vitest';
import { BROWSER_LIMITS } from '@palisade/scanner/evidence/browser';
import type { ScriptParsed } from './protocol.ts';
import { versioned, withinLimit } from './scripts.ts';

it('a server that calls a file immutable vouches for its address', () => {
  expect(versioned('https://cdn.test/tag.js', 'public, max-age=31536000, immutable')).toBe(true);
  expect(versioned('https://cdn.test/tag.js', 'public, max-age=31536000')).toBe(false);
  expect(versioned('https://cdn.test/tag-1.2.3.js', undefined)).toBe(true);
});

it('leaves out evaluated texts first, where a page has too many scripts', () => {
  const most = BROWSER_LIMITS.scripts;
  const parsed = (url: string) => ({ url }) as ScriptParsed;
  const [inline, file] = [parsed('https://a.test/'), parsed('https://a.test/late.js')];
  const flood = Array.from({ length: most + 50 }, () => parsed(''));
  const kept = withinLimit([inline, ...flood, file]);
  expect(kept).toEqual([inline, ...flood.slice(0, most - 2), file]);
  const files = Array.from({ length: most + 1 }, (_, at) => parsed(`https://a.test/${at}.js`));
  expect(withinLimit([...flood, ...files])).toEqual(files.slice(0, most));
  expect(withinLimit([inline, parsed(''), file])).toHaveLength(3);
});
