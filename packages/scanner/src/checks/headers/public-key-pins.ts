import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/** Example that shows it: `Public-Key-Pins: pin-sha256="…"; max-age=5184000`. No finding when the header is absent. */
export default defineCheck({
  id: 'headers/public-key-pins',
  title: 'Public-Key-Pins',
  header: 'Public-Key-Pins',
  severity: 'minor',
  deduction: 0,
  why: 'Public-Key-Pins told browsers which keys to accept for this host. Browsers dropped it because a lost key locked out every visitor.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc7469'],
  needs: ['http'],
  outcomes: {
    obsolete: {
      title: 'Public-Key-Pins is obsolete',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted, because current browsers ignore the header. It can lock old browsers out. Remove it.',
    },
  },
  judge({ http }) {
    const values = fieldValues(finalHop(http).headers, 'public-key-pins');
    return values.length === 0 ? null : { outcome: 'obsolete', evidence: values };
  },
});
