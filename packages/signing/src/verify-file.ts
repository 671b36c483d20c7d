import { decodedText } from './decoded-text.ts';
import { hasRepeatedMember } from './repeated-member.ts';
import { verifyPdf } from './signed-pdf.ts';
import { verifyReport } from './signed-report.ts';
import type { Jwks, Verdict } from './verdict.ts';

/** Readers search for the header this far into a file (ISO 32000-1, annex H, note 13). */
const PDF_HEADER_WITHIN = 1024;

export class NotVerifiable extends Error {
  override readonly name = 'NotVerifiable';
}

/**
 * Whether a file is a report of the service with these keys, and unchanged.
 * Needs no network.
 * @throws NotVerifiable when it is neither JSON nor a PDF
 */
export function verifyFile(file: Buffer, keys: Jwks): Verdict & { kind: 'report' | 'pdf' } {
  const text = decodedText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    if (file.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return { kind: 'pdf', ...verifyPdf(file, keys) };
    throw new NotVerifiable('this is neither JSON nor a PDF');
  }
  const verdict = verifyReport(content, keys);
  // Two members with the same name: we read the last, another reader might show the first.
  if (verdict.result === 'genuine' && hasRepeatedMember(text)) {
    return { kind: 'report', result: 'altered', kid: verdict.kid, reason: 'a member appears twice' };
  }
  return { kind: 'report', ...verdict };
}
