import type { View } from '../frame.ts';
import { EmailField } from '../shell/email-field.tsx';
import { filled } from '../shell/filled.tsx';
import { FurtherPages } from '../shell/further-pages.tsx';
import { Refusal, type RefusedForm } from '../shell/refusal.tsx';
import { PayButtons, type WayToPay } from '../shop/pay-buttons.tsx';

export interface ComplianceProps {
  ways: readonly WayToPay[];
  /** Those that can be added to the usual ones. */
  furtherFrameworks: readonly { id: string; name: string }[];
  refused?: RefusedForm | null;
}

/**
 * The order form for a compliance report: site, scope, extent and email address, then payment or a token from an earlier
 * one. Scripts only fill in a token from the address.
 */
export const compliance: View<ComplianceProps> = ({ ways, furtherFrameworks, refused }, { words }) => ({
  title: words.shop.compliance.title,
  description: words.shop.compliance.description,
  body: (
    <>
      <h1>{words.shop.compliance.title}</h1>
      <p className="lead">{words.shop.compliance.lead}</p>
      <Refusal of={refused} />
      <form id="compliance" action="/compliance" method="post" encType="multipart/form-data">
        <label htmlFor="url">{words.shop.compliance.website}</label>
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
          defaultValue={refused?.typed['url']}
        />
        <label htmlFor="email">{words.shop.compliance.email}</label>
        <EmailField id="email" typed={refused?.typed['email']} />
        <label htmlFor="prepared_for">{words.shop.compliance.preparedFor}</label>
        <input
          id="prepared_for"
          name="prepared_for"
          type="text"
          maxLength={80}
          defaultValue={refused?.typed['prepared_for']}
        />
        <label htmlFor="file">{words.shop.compliance.logo}</label>
        <input id="file" name="file" type="file" accept="image/png,image/jpeg" />
        <label htmlFor="card_data">{words.shop.compliance.cards}</label>
        <select id="card_data" name="card_data" defaultValue={refused?.typed['card_data'] ?? ''}>
          <Options of={words.shop.compliance.cardOptions} />
        </select>
        <label htmlFor="personal_data">{words.shop.compliance.personalData}</label>
        <select id="personal_data" name="personal_data" defaultValue={refused?.typed['personal_data'] ?? ''}>
          <Options of={words.shop.compliance.dataOptions} />
        </select>
        <FurtherPages words={words} typed={refused?.typed['pages']} />
        <fieldset className="also">
          <legend>{words.shop.compliance.further}</legend>
          {furtherFrameworks.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                name={`framework ${id}`}
                defaultChecked={refused?.typed[`framework ${id}`] !== undefined}
              />{' '}
              <span lang="en">{name}</span>
            </label>
          ))}
        </fieldset>
        {ways.length === 0 ? null : (
          <div id="pay">
            <p className="hint">
              {filled(words.shop.compliance.once, {
                terms: <a href="/terms">{words.shop.links.terms}</a>,
                refunds: <a href="/refunds">{words.shop.links.refunds}</a>,
              })}
            </p>
            <PayButtons ways={ways} words={words} />
          </div>
        )}
        <details id="with-token" open={ways.length === 0 || Boolean(refused?.typed['token'])}>
          <summary>{words.shop.compliance.haveToken}</summary>
          <label htmlFor="token">{words.shop.compliance.token}</label>
          <input
            id="token"
            name="token"
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            defaultValue={refused?.typed['token']}
          />
          <button type="submit">{words.shop.compliance.make}</button>
        </details>
      </form>
    </>
  ),
});

function Options({ of }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
