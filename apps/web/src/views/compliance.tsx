import type { View } from '../frame.ts';
import { PayButtons, type WayToPay } from '../shop/pay-buttons.tsx';

export interface ComplianceProps {
  ways: readonly WayToPay[];
}

/**
 * The form of a compliance report: site, scope and address, then payment, or the token of an earlier one. Scripts fill
 * in the token of the address; nothing else needs them.
 */
export const compliance: View<ComplianceProps> = ({ ways }) => ({
  title: 'Compliance report',
  description: 'A PDF that sets what a scan sees beside OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>Compliance report</h1>
      <p className="lead">
        One PDF for one site: every finding with its fix, and which controls of OWASP Top 10, PCI DSS, GDPR Article 32
        and ISO/IEC 27001 it concerns.
      </p>
      <form id="compliance" action="/compliance" method="post" encType="multipart/form-data">
        <label htmlFor="url">Website</label>
        <input
          id="url"
          name="url"
          type="text"
          inputMode="url"
          placeholder="example.com"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={2048}
        />
        <label htmlFor="email">Send the report to</label>
        <input id="email" name="email" type="email" autoComplete="email" required maxLength={254} />
        <label htmlFor="prepared_for">Prepared for (client’s name, optional)</label>
        <input id="prepared_for" name="prepared_for" type="text" maxLength={80} />
        <label htmlFor="file">Client’s logo for the cover (optional; PNG or JPEG, at most 256 KiB)</label>
        <input id="file" name="file" type="file" accept="image/png,image/jpeg" />
        <label htmlFor="card_data">Card payments</label>
        <select id="card_data" name="card_data" defaultValue="">
          <option value="">Not stated: the report prints its conditions</option>
          <option value="none">The site takes no cards</option>
          <option value="redirect">Buyers are sent to the provider’s page</option>
          <option value="iframe">The provider’s form is in a frame of the site</option>
          <option value="own_page">Cards are entered on the site’s own page</option>
        </select>
        <label htmlFor="personal_data">Personal data</label>
        <select id="personal_data" name="personal_data" defaultValue="">
          <option value="">Not stated</option>
          <option value="true">The site processes personal data</option>
          <option value="false">The site processes none</option>
        </select>
        {ways.length === 0 ? null : (
          <div id="pay">
            <p className="hint">
              Once. By buying you accept the <a href="/terms">terms</a>; see also <a href="/refunds">refunds</a>.
            </p>
            <PayButtons ways={ways} />
          </div>
        )}
        <details id="with-token" open={ways.length === 0}>
          <summary>I have a token</summary>
          <label htmlFor="token">Token from your e-mail</label>
          <input id="token" name="token" type="text" autoComplete="off" spellCheck={false} maxLength={200} />
          <button type="submit">Scan and make the report</button>
        </details>
      </form>
    </>
  ),
});
