import type { View } from '../frame.ts';

export interface ComplianceProps {
  /** What was ordered, once it was. */
  ordered: { url: string; email: string } | null;
}

/** The form that a compliance token opens. Scripts fill in the token of the address; nothing else needs them. */
export const compliance: View<ComplianceProps> = ({ ordered }) => ({
  title: ordered ? 'Your report is on its way' : 'Compliance report',
  description: 'A PDF that sets what a scan sees beside OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001.',
  bodyLanguage: 'en',
  body: ordered ? (
    <>
      <h1>Your report is on its way</h1>
      <p className="lead">
        {ordered.url} was scanned. The PDF is being made and goes to {ordered.email} within a few minutes.
      </p>
      <p>If it cannot be made or delivered, your token is good again.</p>
    </>
  ) : (
    <>
      <h1>Compliance report</h1>
      <p className="lead">
        One PDF for one site: every finding with its fix, and which controls of OWASP Top 10, PCI DSS, GDPR Article 32
        and ISO/IEC 27001 it concerns. No token yet? <a href="/pricing#compliance_report">Buy one</a>.
      </p>
      <form id="compliance" action="/compliance" method="post">
        <label htmlFor="token">Token from your e-mail</label>
        <input id="token" name="token" type="text" autoComplete="off" spellCheck={false} required maxLength={200} />
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
        <button type="submit">Scan and make the report</button>
      </form>
    </>
  ),
});
