import type { KnownParty } from '../../data/third-parties.ts';

/** Measurements that are known by their address and not by their host, which also serves other purposes, or is the site's own. */
const BY_ADDRESS: readonly (readonly [address: RegExp, party: KnownParty])[] = [
  [
    /^https?:\/\/www\.google\.[a-z.]{2,6}\/(?:ccm\/|pagead\/|rmkt\/|ads\/ga-audiences)/u,
    { owner: 'Google', purpose: 'advertising' },
  ],
  [/^https?:\/\/t\.co\/(?:1\/)?i\/adsct/u, { owner: 'X', purpose: 'advertising' }],
];
/** On the site's own hosts: server-side Google Tag Manager, Matomo, Adobe Analytics and Snowplow collectors. */
const ON_OWN_HOSTS: readonly (readonly [address: RegExp, party: KnownParty])[] = [
  [/\/collect\?(?:[^#]*&)?tid=(?:G-|UA-|GT-)/u, { owner: 'Google', purpose: 'analytics' }],
  [/\/(?:matomo|piwik)\.php\?(?:[^#]*&)?idsite=/u, { owner: 'Matomo', purpose: 'analytics' }],
  [/\/b\/ss\/[^/?#]+\/\d/u, { owner: 'Adobe', purpose: 'analytics' }],
  [/\/com\.snowplowanalytics\.snowplow\/tp2|\/i\?(?:[^#]*&)?tv=js-\d/u, { owner: 'Snowplow', purpose: 'analytics' }],
];

/** A measurement of a host that is not known for it. */
export function trackingPath(url: string): KnownParty | null {
  return [...BY_ADDRESS, ...ON_OWN_HOSTS].find(([address]) => address.test(url))?.[1] ?? null;
}
