import type { Db } from '@palisade/db/client';
import { createPublishedKey } from '@palisade/db/signing-keys';
import type { Renderer } from '@palisade/pdf/renderer';
import { wellFormed } from '@palisade/signing/canonical-json';
import type { CurrentKey } from '@palisade/signing/key-file';
import { signPdf } from '@palisade/signing/signed-pdf';
import { signReport } from '@palisade/signing/signed-report';

/**
 * Every document sent from here is signed over all its bytes, whatever rendered it. So is the report
 * attached to it: a document contains more than one column, so the column's own
 * signature would not match it.
 */
export function signedDocuments(
  renderer: Pick<Renderer, 'render'>,
  deps: { db: Db; signingKey: CurrentKey },
): Pick<Renderer, 'render'> {
  const publishedKey = createPublishedKey(deps.db, deps.signingKey);
  return {
    async render(order, options) {
      const key = await publishedKey();
      const { signature: _ofTheColumn, ...unsigned } = order.report;
      const report = signReport(wellFormed(unsigned), key);
      const pdf = await renderer.render({ ...order, report }, options);
      const { report_id: id = null, report_url, url, grade, score, scanned_at } = report;
      return signPdf(pdf, { report_id: id, ...(report_url && { report_url }), url, grade, score, scanned_at }, key);
    },
  };
}
