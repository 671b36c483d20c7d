import type { Db } from '@palisade/db/client';
import { createPublishedKey } from '@palisade/db/signing-keys';
import type { Renderer } from '@palisade/pdf/renderer';
import type { CurrentKey } from '@palisade/signing/key-file';
import { signPdf } from '@palisade/signing/signed-pdf';

/** Every document that leaves here is signed over all its bytes, whatever draws it. */
export function signedDocuments(
  renderer: Pick<Renderer, 'render'>,
  deps: { db: Db; signingKey: CurrentKey },
): Pick<Renderer, 'render'> {
  const publishedKey = createPublishedKey(deps.db, deps.signingKey);
  return {
    async render(order, options) {
      const pdf = await renderer.render(order, options);
      const { report_id: id = null, url, grade, score, scanned_at } = order.report;
      return signPdf(pdf, { report_id: id, url, grade, score, scanned_at }, await publishedKey());
    },
  };
}
