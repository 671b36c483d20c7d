import { createHash } from 'node:crypto';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { expect, it } from 'vitest';
import { evidenceWith, pageWith } from '../../../../packages/scanner/test/evidence.ts';
import { createOpenFile } from './open-file.ts';

const EVIDENCE = Buffer.from(evidenceText(evidenceWith({})));
const keys = async () => ({ keys: [] });

it('gives up on a file that takes too long, and judges the next one in another thread', async () => {
  // Even the smallest file takes longer than 0 ms.
  const hasty = createOpenFile({ keys, timeoutMs: 0 });
  await expect(hasty(EVIDENCE, 'a')).rejects.toThrow('takes too long');
  await expect(hasty(EVIDENCE, 'a')).rejects.toThrow('takes too long');
  await expect(createOpenFile({ keys })(EVIDENCE, 'a')).resolves.toMatchObject({ kind: 'evidence' });
});

it('opens one file at a time for each caller, and refuses more than it can judge soon', async () => {
  const open = createOpenFile({ keys });
  const asked = ['a', 'a', 'b', 'c', 'd', 'e'].map((caller) => open(EVIDENCE, caller));
  const answers = (await Promise.allSettled(asked)).map((answer) =>
    answer.status === 'fulfilled' ? answer.value.kind : (answer.reason as Error).message,
  );
  expect(answers).toEqual([
    'evidence',
    expect.stringContaining('another of your files'),
    'evidence',
    'evidence',
    'evidence',
    expect.stringContaining('too many files'),
  ]);
});

it('names the hash of the file, also of one that an earlier version wrote', async () => {
  const { personal_fields: _later, ...page } = pageWith();
  const earlier = evidenceWith({ page: page as never });
  const { report } = await createOpenFile({ keys })(Buffer.from(JSON.stringify(earlier, null, 2)), 'a');
  expect(report.evidence_sha256).toBe(createHash('sha256').update(evidenceText(earlier)).digest('hex'));
});
