import { defineCheck } from '../../check.ts';
import { isOwnName } from '../../parse/dns/own-name.ts';

/**
 * Services where the name of a deleted resource stops resolving and another customer can claim it.
 * Azure: https://learn.microsoft.com/azure/security/fundamentals/subdomain-takeover
 */
const CLAIMABLE = [
  'azurewebsites.net',
  'cloudapp.net',
  'cloudapp.azure.com',
  'trafficmanager.net',
  'blob.core.windows.net',
  'azureedge.net',
  'azurefd.net',
  'azure-api.net',
  'azurecontainer.io',
  'azurestaticapps.net',
  'elasticbeanstalk.com',
];

const LONG_CHAIN = 8;

/** Example that triggers it: `www.example.com CNAME old-shop.azurewebsites.net`, which is NXDOMAIN. */
export default defineCheck({
  id: 'dns/dangling-cname',
  title: 'Aliases (CNAME)',
  severity: 'critical',
  deduction: 10,
  why: 'An alias points one name to another. If its target no longer exists, anyone who can register or claim the target can serve content under this domain.',
  fix: null,
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover',
  ],
  needs: ['dns'],
  outcomes: {
    claimable: {
      title: 'Alias points to a resource that anyone can claim',
      status: 'bad',
      weakness: 'dangling-name',
      explanation:
        'An alias of this domain points to a hosting resource that no longer exists. Any customer of the hosting service can usually claim such a name and then control content under this domain. The scan did not try to claim it.',
    },
    dangling: {
      title: 'Alias points to a name that does not exist',
      status: 'weak',
      weakness: 'dangling-name',
      severity: 'important',
      deduction: 6,
      explanation:
        'An alias of this domain points to a name that does not exist. If that name can be registered, an attacker can serve content under this domain.',
    },
    apex: {
      title: 'The domain itself is an alias',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted. No other record may exist at the name of a CNAME (RFC 1034 §3.6.2), but every domain has some: resolvers can miss its mail servers, policies and name servers, and use those of the target. Use address records, or ALIAS or ANAME if your DNS provider has them.',
    },
    long: {
      title: 'Alias chain is long',
      status: 'good',
      note: 'The alias chain is long. Every step costs a lookup, and some resolvers stop following it.',
    },
    dead_end: {
      title: 'Alias points to a name without an address',
      status: 'good',
      note: 'An alias points to a name that has no address, so it leads nowhere. No one else can register that name.',
    },
    none: { title: 'No alias (CNAME) in use', status: 'good', nothing: true },
    fine: { title: 'Aliases point to existing names', status: 'good' },
  },
  judge({ dns: { aliases, mail_domain: domain } }) {
    const lines = aliases
      .filter((alias) => alias.chain.length > 0)
      .map((alias) => [alias.name, ...alias.chain].join(' → '));
    const target = (alias: (typeof aliases)[number]): string => alias.chain.at(-1) ?? '';
    const dangling = aliases.filter(
      (alias) => alias.chain.length > 0 && alias.nxdomain && !isOwnName(target(alias), domain),
    );
    if (dangling.length > 0) {
      const claimable = dangling.some((alias) => CLAIMABLE.some((suffix) => target(alias).endsWith(`.${suffix}`)));
      return {
        outcome: claimable ? 'claimable' : 'dangling',
        evidence: dangling.map((alias) => `${[alias.name, ...alias.chain].join(' → ')} (does not exist)`),
        fix: [
          '; Delete from the zone, or the wildcard record that it comes from',
          ...dangling.map(({ name, chain }) => `${name}. IN CNAME ${chain[0]}.`),
        ].join('\n'),
      };
    }
    const [host] = aliases;
    if (host?.state === 'unknown') return { unknown: `the DNS lookup of ${host.name} failed` };
    if (aliases.some((alias) => alias.name === domain && alias.chain.length > 0))
      return { outcome: 'apex', evidence: lines };
    if (aliases.some((alias) => alias.chain.length >= LONG_CHAIN)) return { outcome: 'long', evidence: lines };
    if (aliases.some((alias) => alias.chain.length > 0 && alias.state === 'absent'))
      return { outcome: 'dead_end', evidence: lines };
    return lines.length === 0 ? { outcome: 'none' } : { outcome: 'fine', evidence: lines };
  },
});
