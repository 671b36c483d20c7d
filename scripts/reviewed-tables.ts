import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../packages/scanner/src/data/', import.meta.url);

interface ReviewedTable {
  file: string;
  /** What a person checks, because no public source can be imported as it is. */
  review: string;
}

/** Tables whose rows need judgment. Only `--reviewed` changes their date. */
export const REVIEWED: Readonly<Record<string, ReviewedTable>> = {
  'csp-bypass': {
    file: 'csp-bypass-hosts.ts',
    review:
      'the hosts printed above, and those of `csp-bypass-endpoints.ts` and `csp-bypass-services.ts` that no longer serve third-party scripts',
  },
  'cookie-names': { file: 'cookie-names.ts', review: 'the names printed above' },
  'csp-services': {
    file: 'csp-services.json',
    review:
      'the page on Content-Security-Policy of each service that is marked "documented" (Google, Stripe, PayPal, Intercom, HubSpot, Hotjar, …); rows marked otherwise against a page that uses the service',
  },
  'dkim-selectors': {
    file: 'dkim-selectors.json',
    review: 'the set-up guides of the services in `by_service`, and those of new mail services',
  },
  gatekeepers: {
    file: 'gatekeepers.json',
    review:
      'plugins that github.com/EnableSecurity/wafw00f has added, the default pages of nginx, Apache, IIS and the hosting panels in their current versions, and reports of challenge pages mistaken for sites',
  },
  'tls-clients': {
    file: 'tls-clients.json',
    review: 'ClientHello messages of the current Chrome, Firefox, Safari, Android, Java, OpenSSL and Go',
  },
  'root-programs': {
    file: 'root-programs.json',
    review:
      'root_store.textproto of Chromium, certdata.txt of NSS (`CKA_NSS_SERVER_DISTRUST_AFTER`), Apple’s notices, and whether each root of this Node has a row',
  },
  'third-parties': {
    file: 'third-parties.ts',
    review:
      'owners and purposes of hosts that scans with a browser found and the table lacks, and companies sold since',
  },
  'tls-policies': {
    file: 'tls-policies.json',
    review: 'new editions of Mozilla’s guidelines, NCSC-NL, BSI TR-02102-2 and PCI DSS',
  },
};

const DAY = /("(?:as_of|compiled)": "|_DATE = ')\d{4}-\d\d-\d\d/u;

/** Lists the tables with their dates. */
export const README = 'README.md';

/** The list with a new date in the table's row. */
export function withDay(readme: string, file: string, day: string): string {
  return readme
    .split('\n')
    .map((line) =>
      line.split('|', 2)[1]?.includes(`\`${file}\``) ? line.replace(/\| \d{4}-\d\d-\d\d /u, `| ${day} `) : line,
    )
    .join('\n');
}

/** The date in a table file, `2026-11-22`. */
export function dayOf(file: string): string {
  const found = DAY.exec(readFileSync(new URL(file, FOLDER), 'utf8'))?.[0].slice(-10);
  if (found === undefined) throw new Error(`${file} contains no date`);
  return found;
}

/**
 * Records that a person has reviewed the table.
 * @throws Error for a table that is imported from its source, or that does not exist
 */
export function markReviewed(name: string, today: string): string {
  const table = Object.hasOwn(REVIEWED, name) ? REVIEWED[name] : undefined;
  if (!table) throw new Error(`--reviewed must be one of ${Object.keys(REVIEWED).join(', ')}`);
  const at = new URL(table.file, FOLDER);
  writeFileSync(
    at,
    readFileSync(at, 'utf8').replace(DAY, (_day, before: string) => before + today),
  );
  const readme = new URL(README, FOLDER);
  writeFileSync(readme, withDay(readFileSync(readme, 'utf8'), table.file, today));
  return `${name}: reviewed on ${today}`;
}
