import { expect, test } from 'vitest';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './several-servers.ts';

const servers = { differences: ['certificates', 'choice of group'], old_refusals: 6 };

test('servers that differ are a remark', () => {
  expect(judgedTls(check, tlsWith({ servers }))).toMatchObject({
    outcome: 'differ',
    deduction: 0,
    evidence: ['different: certificates', 'different: choice of group'],
    note: expect.stringContaining('TLS 1.1 and older were offered 6 times and rejected.'),
  });
});

test.each([true, null])('TLS 1.0 %s: that all refuse it is not said', (state) => {
  const { versions } = tlsWith();
  const tls = tlsWith({ servers, versions: { ...versions, 'TLS 1.0': state } });
  expect(judgedTls(check, tls)?.note).not.toMatch(/rejected/u);
});

test('one server, or servers that are alike: nothing is said', () => {
  expect(outcomeOf(check, tlsWith())).toBeNull();
});
