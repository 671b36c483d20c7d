import { createHash, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DerReader, explicit, TAG } from '@palisade/scanner/parse/x509/der';

/** Below the browser's home. Since version 146 Chromium prefers another folder, but only if this one does not exist. */
const FOLDER = ['.pki', 'nssdb'] as const;
const FILE = 'cert9.db';

/** PKCS #11 attributes and values, and those of NSS (`pkcs11n.h`). NSS names each column by the attribute's number. */
const ATTRIBUTE = {
  class: 'a0',
  token: 'a1',
  private: 'a2',
  label: 'a3',
  value: 'a11',
  certificateType: 'a80',
  issuer: 'a81',
  serial: 'a82',
  subject: 'a101',
  id: 'a102',
  modifiable: 'a170',
  trustServer: 'ace536358',
  trustClient: 'ace536359',
  trustCode: 'ace53635a',
  trustMail: 'ace53635b',
  stepUp: 'ace536360',
  sha1: 'ace5363b4',
  md5: 'ace5363b5',
} as const;
const CERTIFICATE = 1;
const TRUST = 0xce534353;
const TRUSTED_AUTHORITY = 0xce534352;
const MUST_VERIFY = 0xce53435b;
const NOT_STATED = 0xce534353;
/** NSS stores this for an empty value, because a column without a value means that there is no such attribute. */
const EMPTY = Uint8Array.of(0xa5, 0, 0x5a);

/** One process has one list of roots: the file is made once and copied to each profile. */
const made = new Map<string, Promise<Buffer>>();

/** Whether Chromium takes roots from such a database: on macOS and Windows it asks the system. */
export const READS_DATABASE = process.platform === 'linux';

/**
 * Makes Chromium trust an operator's roots as a customer's browser does, by the certificate database of NSS in its home folder.
 * @param pem one or more certificates
 * @returns everything that was created, so that it can be given to another user
 */
export async function makeTrustDatabase(home: string, pem: string): Promise<string[]> {
  const content = made.get(pem) ?? databaseOf(pem);
  made.set(pem, content);
  const [outer, inner] = [path.join(home, FOLDER[0]), path.join(home, ...FOLDER)];
  const file = path.join(inner, FILE);
  for (const folder of [outer, inner]) await mkdir(folder, { mode: 0o700 });
  await writeFile(file, await content, { mode: 0o600 });
  return [outer, inner, file];
}

async function databaseOf(pem: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-roots-'));
  try {
    const file = path.join(folder, FILE);
    const columns = Object.values(ATTRIBUTE);
    const database = new DatabaseSync(file);
    database.exec(`CREATE TABLE nssPublic (id PRIMARY KEY UNIQUE ON CONFLICT ABORT, ${columns.join(', ')})`);
    const insert = database.prepare(
      `INSERT INTO nssPublic (id, ${columns.join(', ')}) VALUES (${['id', ...columns].map(() => '?').join(', ')})`,
    );
    const objects = certificatesIn(pem).flatMap((der) => objectsOf(der));
    for (const [index, object] of objects.entries())
      insert.run(index + 1, ...columns.map((column) => object[column] ?? null));
    database.close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each once: NSS refuses a database with two certificates of one issuer and serial number. */
function certificatesIn(pem: string): Uint8Array[] {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END/gu) ?? [];
  const all = blocks.flatMap((block) => {
    try {
      return [new Uint8Array(new X509Certificate(`${block} CERTIFICATE-----\n`).raw)];
    } catch {
      return [];
    }
  });
  return [...new Map(all.map((der) => [Buffer.from(der).toString('latin1'), der])).values()];
}

/** A certificate, and the statement that it may issue certificates of servers. */
function objectsOf(der: Uint8Array): Partial<Record<string, Uint8Array>>[] {
  const fields = new DerReader(der).enter(TAG.sequence).enter(TAG.sequence);
  fields.optional(explicit(0));
  const serial = fields.take(TAG.integer).whole;
  fields.next();
  const issuer = fields.take(TAG.sequence).whole;
  fields.next();
  const subject = fields.take(TAG.sequence).whole;
  const shared = {
    [ATTRIBUTE.token]: Uint8Array.of(1),
    [ATTRIBUTE.private]: Uint8Array.of(0),
    [ATTRIBUTE.issuer]: issuer,
    [ATTRIBUTE.serial]: serial,
    [ATTRIBUTE.modifiable]: Uint8Array.of(1),
  };
  const sha1 = digest('sha1', der);
  return [
    {
      ...shared,
      [ATTRIBUTE.class]: number(CERTIFICATE),
      [ATTRIBUTE.label]: Buffer.from(`root ${sha1.toString('hex')}`),
      [ATTRIBUTE.value]: der,
      [ATTRIBUTE.certificateType]: number(0),
      [ATTRIBUTE.subject]: subject,
      [ATTRIBUTE.id]: sha1,
    },
    {
      ...shared,
      [ATTRIBUTE.class]: number(TRUST),
      [ATTRIBUTE.label]: EMPTY,
      [ATTRIBUTE.trustServer]: number(TRUSTED_AUTHORITY),
      [ATTRIBUTE.trustClient]: number(MUST_VERIFY),
      [ATTRIBUTE.trustCode]: number(NOT_STATED),
      [ATTRIBUTE.trustMail]: number(NOT_STATED),
      [ATTRIBUTE.stepUp]: Uint8Array.of(0),
      [ATTRIBUTE.sha1]: sha1,
      [ATTRIBUTE.md5]: digest('md5', der),
    },
  ];
}

function digest(algorithm: 'sha1' | 'md5', der: Uint8Array): Buffer {
  return createHash(algorithm).update(der).digest();
}

/** NSS stores numbers as four octets in network order. */
function number(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}
