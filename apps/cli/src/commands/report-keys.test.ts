import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase } from '@palisade/db/test-database';
import { currentSigningKey } from '@palisade/signing/key-file';
import { signReport, verifyReport } from '@palisade/signing/signed-report';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPublishedKey } from '@palisade/db/signing-keys';
import { listReportKeys, rotateReportKey } from './report-keys.ts';

it('after a rotation, signs with a new key, and reports signed with the old one remain verifiable', async () => {
  await using database = await testDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-rotate-'));
  vi.stubEnv('DATA_DIR', dataDir);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { db } = database;
  const out: string[] = [];
  const deps = {
    db,
    appSecret: '',
    publicBaseUrl: () => 'http://palisade.test',
    out: (line: string) => void out.push(line),
    err: () => undefined,
  };
  const current = currentSigningKey({ dataDir, given: undefined });
  const published = createPublishedKey(db, current);
  const report = { url: 'https://example.com/', grade: 'B', score: 70, scanned_at: '2026-11-22T00:00:00.000Z' };
  const old = signReport(report, await published());
  await rotateReportKey(deps);
  expect(out.splice(0)).toEqual([current().kid]);
  const young = signReport(report, await published());
  expect(young.signature.kid).not.toBe(old.signature.kid);

  await listReportKeys(deps);
  const keys = JSON.parse(out.join('\n')) as { keys: { kid: string; x: string }[] };
  expect(keys.keys).toHaveLength(2);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  for (const signed of [old, young]) expect(verifyReport(signed, keys).result).toBe('genuine');
});

it('says what to do instead if the key is set in the environment', async () => {
  await using database = await testDatabase();
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  vi.stubEnv('REPORT_SIGNING_KEY', key.toString());
  onTestFinished(() => void vi.unstubAllEnvs());
  const deps = {
    db: database.db,
    appSecret: '',
    publicBaseUrl: () => 'http://palisade.test',
    out: () => undefined,
    err: () => undefined,
  };
  await expect(rotateReportKey(deps)).rejects.toThrow('REPORT_SIGNING_KEY is set');
});
