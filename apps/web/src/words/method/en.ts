/** How scoring works. `{name}` stands for a link or a value. */
export const method = {
  description: 'What a scan does, how the score is calculated, what is not tested, and how to opt out.',
  does: 'What a scan does',
  asks: (service: string, seconds: number) =>
    `${service} requests only what is open to everyone: the page over https and http, TLS settings, public DNS records, responses to requests from other origins, and whether the domain’s mail servers support encryption. It runs no attacks, tries no passwords and changes nothing. A scan takes a few seconds and ends after ${seconds} seconds at the latest.`,
  judges:
    'Each {check} then evaluates the evidence. The same engine always produces the same report from the same evidence. The current engine is {engine}. Every report states its engine and the hash of its evidence, and is {signed}.',
  check: 'check',
  signed: 'signed',
  score: 'Score and grade',
  starts:
    'A score starts at 100. Each issue deducts points, and nothing adds points. Only the worst finding of a check counts, once. Some findings cap the score: for example, a certificate that browsers reject caps the grade at F. You can add up the points in any report.',
  grades: 'Grades',
  range: (from: number, to: number) => `${from} to ${to}`,
  notTested: 'What is not tested',
  behind:
    'We do not test pages behind a sign-in, how the application handles input, internal server configuration, or anything that would take an attack. A good grade means that what is visible from the outside is secure. It is not a penetration test or a compliance certificate. Checks that could not be completed are shown as “not assessed” and deduct nothing.',
  provisional:
    'If a site responds with a challenge, a sign-in form, an error or a parking page, the report says so and is provisional. It does not appear in badges or rankings.',
  challenge: 'Behind a challenge or a firewall',
  letIn:
    'To check the site itself, allow requests with the User-Agent below, or scan from an allowed network with a cookie or header if needed: {command}.',
  limits: 'Limits',
  free: (scans: number) =>
    `${scans === 1 ? 'One free scan' : `${scans} free scans`} a day per IP address. Only public addresses on web ports are scanned.`,
  leftAlone: 'Opting out',
  userAgent: 'Requests from this service have this User-Agent, which a firewall can block:',
  listed:
    'A host is listed publicly only if the operator added it or its owner requested it. Owners can remove a host within a day with a DNS TXT record {record} or a file {file} that says {optOut}, or add it with {list}. Anyone who has verified {account} that they own a site can do either immediately on its page. For anything else, write to {contact}.',
  inAccount: 'in their account',
};

export type MethodWords = typeof method;
