import { defineFact } from './fact.ts';
import { whatWasSeen } from './seen/what-was-seen.ts';

export default defineFact({
  name: 'seen',
  needs: ['http'],
  optional: ['page', 'dns'],
  compute: ({ http, page, dns }, { target }) =>
    whatWasSeen(
      target.host,
      http,
      page,
      (dns?.ns.records ?? []).map(({ host }) => host),
    ),
});
