import { describe, test } from 'vitest';
import bimi from '../../src/checks/dns/bimi.ts';
import dkim from '../../src/checks/dns/dkim.ts';
import dmarc from '../../src/checks/dns/dmarc.ts';
import dnssec from '../../src/checks/dns/dnssec.ts';
import nameServers from '../../src/checks/dns/name-servers.ts';
import spf from '../../src/checks/dns/spf.ts';
import { judgedZone } from '../dns-evidence.ts';
import { BIMI_CASES } from './bimi-cases.ts';
import { DKIM_CASES } from './dkim-cases.ts';
import { DMARC_CASES } from './dmarc-cases.ts';
import { DNSSEC_CASES } from './dnssec-cases.ts';
import { NAME_SERVER_CASES } from './name-server-cases.ts';
import { SPF_CASES } from './spf-cases.ts';

/** On a busy machine, an answer must not become "unknown". */
const limits = { queries: 96, timeoutMs: 60_000 };

describe.concurrent.each([
  [spf, SPF_CASES],
  [dmarc, DMARC_CASES],
  [dkim, DKIM_CASES],
  [bimi, BIMI_CASES],
  [dnssec, DNSSEC_CASES],
  [nameServers, NAME_SERVER_CASES],
] as const)('$0.id', (check, cases) => {
  cases.forEach(({ name, lines, options, outcome, says = [], note = [] }) =>
    test(name, async ({ expect }) => {
      const verdict = await judgedZone(check, lines, { limits, ...options });
      expect(verdict?.outcome ?? verdict?.status ?? null, verdict?.note ?? '').toBe(outcome);
      const said = verdict?.evidence.join('\n') ?? '';
      for (const words of says) expect(said).toContain(words);
      for (const words of note) expect(verdict?.note).toContain(words);
    }),
  );
});
