import { expect, it } from 'vitest';
import { versioned } from './scripts.ts';

it('a server that calls a file immutable vouches for its address', () => {
  expect(versioned('https://cdn.test/tag.js', 'public, max-age=31536000, immutable')).toBe(true);
  expect(versioned('https://cdn.test/tag.js', 'public, max-age=31536000')).toBe(false);
  expect(versioned('https://cdn.test/tag-1.2.3.js', undefined)).toBe(true);
});
