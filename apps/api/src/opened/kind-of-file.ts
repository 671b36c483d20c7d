import { decodedText } from '@palisade/signing/decoded-text';
import { isObject } from '@palisade/signing/signed-report';

/** The file contains nothing that can be shown: HTTP 400. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

/** @throws NotOpened when it is neither saved evidence nor a report */
export function kindOfFile(file: Buffer): { kind: 'report' | 'evidence'; content: Readonly<Record<string, unknown>> } {
  let content: unknown;
  try {
    content = JSON.parse(decodedText(file));
  } catch {
    throw new NotOpened('the file is not JSON');
  }
  if (isObject(content) && 'target' in content && 'version' in content) return { kind: 'evidence', content };
  if (isObject(content) && 'grade' in content && 'headers' in content) return { kind: 'report', content };
  throw new NotOpened('the file is neither a report nor saved evidence');
}
