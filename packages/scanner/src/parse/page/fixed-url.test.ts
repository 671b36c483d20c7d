import { expect, it } from 'vitest';
import { namesVersion } from './fixed-url.ts';

// A hash in `integrity` may be suggested only where the file at this address never changes.
it.each([
  [true, 'https://code.jquery.com/jquery-3.7.1.min.js'],
  [true, 'https://cdn.jsdelivr.net/npm/vue@3.4.21/dist/vue.global.prod.js'],
  [true, 'https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.4/moment.min.js'],
  [true, 'https://unpkg.com/leaflet@1.9.4/dist/leaflet.js'],
  [true, 'https://cdn.test/jquery-1.9.js'],
  [true, 'https://cdn.test/app.3f9a8c2b.js'],
  [true, 'https://cdn.test/app-3f9a8c2b9d0e1f2a.min.js'],
  [true, 'https://cdn.test/v2.0.1-rc.1/lib.js'],
  [false, 'https://cdn.jsdelivr.net/npm/vue@3/dist/vue.global.js'],
  // The newest release of a range.
  [false, 'https://cdn.jsdelivr.net/npm/vue@3.4/dist/vue.global.js'],
  [false, 'https://unpkg.com/react@18.2/umd/react.production.min.js'],
  [false, 'https://ajax.googleapis.com/ajax/libs/jquery/1.11/jquery.min.js'],
  // The version of an interface.
  [false, 'https://api-maps.yandex.ru/2.1/?lang=ru_RU'],
  [false, 'https://js.api.here.com/v3/3.1/mapsjs-core.js'],
  [false, 'https://js.stripe.com/v3/'],
  // The account.
  [false, 'https://static.hotjar.com/c/hotjar-12345678.js'],
  [false, 'https://cdn.test/loader-550e8400-e29b-41d4-a716-44665544abcd.js'],
  [false, 'https://cdn.test/tag.js'],
])('%s for %s', (expected, url) => {
  expect(namesVersion(url)).toBe(expected);
});
