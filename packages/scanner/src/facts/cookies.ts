import { seenCookies } from '../parse/cookies/seen-cookies.ts';
import { defineFact } from './fact.ts';

export default defineFact({
  name: 'cookies',
  needs: ['http'],
  optional: ['plain_http'],
  compute: ({ http, plain_http }, { scannedAt }) => seenCookies(http, plain_http, scannedAt),
});
