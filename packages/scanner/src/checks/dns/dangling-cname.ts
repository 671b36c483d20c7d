import { defineCheck } from '../../check.ts';

/**
 * Services where the name of a deleted resource stops resolving and can be taken by another customer.
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
  why: 'An alias hands a name over to another. When its target no longer exists, anyone who can register or claim that target serves content under this domain.',
  fix: null,
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/10-Test_for_Subdomain_Takeover',
  ],
  needs: ['dns'],
  outcomes: {
    claimable: {
      title: 'Alias points to a resource that others can claim',
      status: 'bad',
      weakness: 'dangling-name',
      explanation:
        'An alias of this domain points to a resource of a hosting service that no longer exists. Such names can usually be claimed by any customer of the service, who then controls content under this domain. No one tried to claim it.',
    },
    dangling: {
      title: 'Alias points to a name that does not exist',
      status: 'weak',
      weakness: 'dangling-name',
      severity: 'important',
      deduction: 6,
      explanation:
        'An alias of this domain points to a name that does not exist. If that name can be registered, a stranger can serve content under this domain.',
    },
    long: {
      title: 'Chain of aliases is long',
      status: 'good',
      note: 'The chain of aliases is long; every link costs a look-up and some resolvers stop following.',
    },
    dead_end: {
      title: 'Alias leads to a name without an address',
      status: 'good',
      note: 'An alias leads to a name that exists but has no address.',
    },
    fine: { title: 'Aliases lead to existing names', status: 'good' },
  },
  judge({ dns: { aliases } }) {
    const lines = aliases
      .filter((alias) => alias.chain.length > 0)
      .map((alias) => [alias.name, ...alias.chain].join(' → '));
    const dangling = aliases.filter((alias) => alias.chain.length > 0 && alias.nxdomain);
    if (dangling.length > 0) {
      const target = (alias: (typeof aliases)[number]): string => alias.chain.at(-1) ?? '';
      const claimable = dangling.some((alias) => CLAIMABLE.some((suffix) => target(alias).endsWith(`.${suffix}`)));
      return {
        outcome: claimable ? 'claimable' : 'dangling',
        evidence: dangling.map((alias) => `${[alias.name, ...alias.chain].join(' → ')} (does not exist)`),
        fix: ['; Delete from the zone', ...dangling.map(({ name, chain }) => `${name}. IN CNAME ${chain[0]}.`)].join(
          '\n',
        ),
      };
    }
    const [host] = aliases;
    if (host?.state === 'unknown') return { unknown: `the DNS look-up of ${host.name} failed` };
    if (aliases.some((alias) => alias.chain.length >= LONG_CHAIN)) return { outcome: 'long', evidence: lines };
    if (aliases.some((alias) => alias.chain.length > 0 && alias.state === 'absent'))
      return { outcome: 'dead_end', evidence: lines };
    return { outcome: 'fine', evidence: lines };
  },
});
