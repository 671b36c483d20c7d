/** How scores come about. `{name}` stands for a link or a value. */
export const method = {
  description: 'What a scan asks a site, how the score is made, what is not tested, and how to be left alone.',
  does: 'What a scan does',
  asks: (service: string, seconds: number) =>
    `${service} asks a site what any visitor’s browser could ask: its page over https and http, its TLS settings, its public DNS records, and how it answers requests from other origins. It sends no attack, tries no password, and changes nothing. A scan takes a few seconds, and ends after ${seconds} seconds at the latest.`,
  judges:
    'Each {check} then judges what was seen. The same evidence always gives the same report; this is engine {engine}. A report names its engine and the hash of its evidence, and is {signed}.',
  check: 'check',
  signed: 'signed',
  score: 'Score and grade',
  starts:
    'A score starts at 100. Each issue takes off its points; nothing adds any. The worst finding of a check is what counts, once. Some findings cap the score: a certificate that browsers refuse, for example, makes any site an F. Anyone can add up the points of a report.',
  grades: 'Grades',
  range: (from: number, to: number) => `${from} to ${to}`,
  notTested: 'What is not tested',
  behind:
    'What lies behind a sign-in, what the application does with its input, the servers’ own configuration, and everything that only an attack would show. A good grade says that the doors we can see are closed. It is no penetration test, and no certificate of compliance. What could not be checked is shown as “not assessed” and costs nothing.',
  provisional:
    'Where a site answers with a challenge, a sign-in form, an error or a parking page, the report says so and is provisional: it appears in no badge and no ranking.',
  challenge: 'Behind a challenge or a firewall',
  letIn:
    'To have the site itself judged, let requests with the User-Agent below through, or scan it from a network that is let through, with a cookie or a header field where one is needed: {command}.',
  limits: 'Limits',
  free: (scans: number) =>
    `${scans} free scans a day for each address. Only public addresses are scanned, on web ports.`,
  leftAlone: 'Being left alone',
  userAgent: 'Requests of this service carry this User-Agent, which a firewall can refuse:',
  listed:
    'A host is listed in public only where the operator put it on the list or its owner asked for it. An owner takes a host off the list, within a day, with a DNS TXT record {record} or a file {file} that says {optOut}, and on it with {list}. Anyone who has proved {account} that a site is theirs can do either on its page, at once. For everything else write to {contact}.',
  inAccount: 'in their account',
};

export type MethodWords = typeof method;
