import type { z } from 'zod';
import { tlsEndpoint } from './tls-endpoint.ts';
import { TlsDetails, type TlsAttack } from './sections/tls.ts';

export interface EvidenceTable {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const ATTACK_STATES: Readonly<Record<TlsAttack['state'], string>> = {
  exposed: 'exposed',
  not_exposed: 'not exposed',
  unknown: 'not assessed',
  not_tested: 'not tested by design',
};

const Shown = TlsDetails.pick({
  attacks: true,
  clients: true,
  group_list: true,
  policies: true,
  revocation: true,
  trust_programs: true,
  alpn_list: true,
  http3: true,
  sessions: true,
  without_name: true,
  signatures: true,
  signature_list: true,
  fallback_scsv: true,
  other_addresses: true,
});
type Shown = z.infer<typeof Shown>;

/** What follows from the evidence of the TLS section, in words: the same in the page, the document and the terminal. */
export function tlsTables({
  attacks = [],
  clients = [],
  group_list: groups = [],
  policies = [],
  other_addresses: others = [],
  trust_programs: programs = [],
  revocation,
  ...endpoint
}: Shown): EvidenceTable[] {
  const tables: EvidenceTable[] = [
    {
      caption: 'Certificate acceptance by program',
      head: ['Program', 'Accepts', 'Reason'],
      rows: programs.map(({ program, accepts, reasons }) => [program, yesNo(accepts), reasons.join('; ') || '–']),
    },
    {
      caption: 'Revocation status from the authority',
      head: ['Asked by', 'Answer'],
      rows: revocation ? [[revocation.method?.toUpperCase() ?? '–', revocation.reason ?? revocation.status]] : [],
    },
    {
      caption: 'Other IP addresses of the host',
      head: ['Address', 'Differences'],
      rows: others.map(({ address, differences }) => [address, differences.join('; ') || 'nothing']),
    },
    { caption: 'Other TLS properties', head: ['Fact', 'Found'], rows: tlsEndpoint(endpoint) },
    {
      caption: 'Key exchange groups',
      head: ['Group', 'Accepted'],
      rows: groups.map(({ group, offered }) => [group === 'ffdhe' ? 'ffdhe (RFC 7919)' : group, yesNo(offered)]),
    },
    {
      caption: 'Named attacks',
      head: ['Attack', 'State', 'Reason'],
      rows: attacks.map(({ name, state, by }) => [name, ATTACK_STATES[state], by ?? '–']),
    },
    {
      caption: 'Published policies',
      head: ['Policy', 'Passed', 'What fails'],
      rows: policies.map(({ policy, passes, failures }) => [policy, yesNo(passes), failures.join('; ') || '–']),
    },
    {
      caption: 'Client simulation, based on what the server accepts',
      head: ['Client', 'Connects', 'With'],
      rows: clients.map(({ client, connects, version, suite, reason }) => [
        client,
        yesNo(connects),
        reason ?? ([version, suite].filter((word) => word !== null).join(', ') || '–'),
      ]),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/**
 * The same in a few lines, for a terminal: what is out of the ordinary, and how much is not.
 * @param details of a report of any version; what does not have the shape is left out
 */
export function tlsSummary(details: unknown): string[] {
  const parsed = Shown.safeParse(details);
  if (!parsed.success) return [];
  const {
    attacks = [],
    clients = [],
    group_list: groups = [],
    policies = [],
    revocation,
    other_addresses: others = [],
    trust_programs: programs = [],
    ...endpoint
  } = parsed.data;
  const attacksThat = (state: TlsAttack['state']): string[] =>
    attacks
      .filter((attack) => attack.state === state)
      .map(({ name, by }) => (state === 'exposed' ? `${name} (${by})` : name));
  const failing = clients.filter(({ connects }) => connects === false);
  const open = clients.filter(({ connects }) => connects === null).length;
  const taken = groups.filter(({ offered }) => offered === true).map(({ group }) => group);
  const refused = groups.filter(({ offered }) => offered === false).map(({ group }) => group);
  return [
    ...programLines(programs),
    ...(revocation
      ? [
          `Revocation status from the authority by ${revocation.method?.toUpperCase()}: ${revocation.reason ?? revocation.status}`,
        ]
      : []),
    ...others.map(({ address, differences }) => `Address ${address}: ${differences.join('; ') || 'the same'}`),
    ...labelled('Attacks, exposed to', attacksThat('exposed')),
    ...labelled('Attacks, not exposed to', attacksThat('not_exposed')),
    ...labelled('Attacks, not tested by design', attacksThat('not_tested')),
    ...(clients.length > 0
      ? [
          `Clients: ${clients.filter(({ connects }) => connects === true).length} of ${clients.length} connect${open > 0 ? `, ${open} not assessed` : ''}`,
        ]
      : []),
    ...[...Map.groupBy(failing, ({ reason }) => reason ?? 'nothing in common')].map(
      ([reason, those]) =>
        `Clients that cannot connect, ${reason}: ${those.length === clients.length ? 'all' : those.map(({ client }) => client).join(', ')}`,
    ),
    ...labelled(
      'Policies passed',
      policies.filter(({ passes }) => passes === true).map(({ policy }) => policy),
    ),
    ...policies
      .filter(({ passes }) => passes === false)
      .map(({ policy, failures }) => `Policy failed: ${policy}: ${failures.join('; ')}`),
    ...tlsEndpoint(endpoint).map(([name, found]) => `${name}: ${found}`),
    ...labelled('Key exchange groups', taken),
    ...labelled('Key exchange groups refused', refused),
  ];
}

/** One line where all agree. */
function programLines(programs: NonNullable<Shown['trust_programs']>): string[] {
  if (programs.length === 0) return [];
  if (programs.every(({ accepts }) => accepts === true))
    return [`Certificate accepted by: ${programs.map(({ program }) => program).join(', ')}`];
  return programs.map(({ program, accepts, reasons }) => {
    const word = accepts === null ? 'not certain' : accepts ? 'accepts the certificate' : 'rejects the certificate';
    return `${program}: ${word}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}`;
  });
}

function labelled(label: string, words: readonly string[]): string[] {
  return words.length > 0 ? [`${label}: ${words.join(', ')}`] : [];
}

function yesNo(value: boolean | null): string {
  return value === null ? 'not assessed' : value ? 'yes' : 'no';
}
