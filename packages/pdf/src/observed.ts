import type { Observed } from '@palisade/compliance/condition';
import type { ScanReport } from '@palisade/report/report';

/** What the scanned page shows of its purpose: each login form by method and address. */
export function observedIn({ page_analysis: page, final_url: url }: ScanReport): Observed {
  const forms = page.forms.filter(({ password }) => password);
  return {
    login_forms: forms.map(({ method, action }) => `${method.toUpperCase()} ${action ?? url}`),
    payment_fields: [],
  };
}
