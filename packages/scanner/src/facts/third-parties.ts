import { trackingPath } from '../parse/browser/tracking-path.ts';
import { knownParty } from '../parse/browser/known-party.ts';
import { wasSent } from '../parse/browser/was-sent.ts';
import { siteOf } from '../parse/page/page-origin.ts';
import { defineFact } from './fact.ts';
import type { ThirdParty } from './values.ts';

/** Third parties whose servers a page contacted, by owner if known and otherwise by registrable domain. */
export default defineFact({
  name: 'third_parties',
  needs: ['browser'],
  compute({ browser }) {
    const parties = new Map<string, ThirdParty>();
    for (const page of browser.pages) {
      for (const { url, party, type } of page.requests.filter(wasSent)) {
        const host = party === 'cross-site' ? URL.parse(url)?.hostname : undefined;
        if (host === undefined || host === '') continue;
        const site = siteOf(host);
        const known = trackingPath(url) ?? knownParty(host);
        const key = `${known?.owner ?? site} ${known?.purpose ?? ''}`;
        const found = parties.get(key) ?? {
          owner: known?.owner ?? null,
          purpose: known?.purpose ?? null,
          sites: [],
          requests: 0,
          scripts: 0,
        };
        found.requests++;
        if (type === 'script') found.scripts++;
        if (!found.sites.includes(site)) found.sites.push(site);
        parties.set(key, found);
      }
    }
    return [...parties.values()].toSorted((a, b) => b.requests - a.requests);
  },
});
