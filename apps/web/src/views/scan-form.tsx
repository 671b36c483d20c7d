import { FurtherPages } from '../shell/further-pages.tsx';
import type { Words } from '../words/en.ts';

/** What a visitor entered, by the names of the fields. */
export type TypedScan = Readonly<Partial<Record<'url' | 'credential' | 'pages', string>>>;

/** The parts that a worker gathers, by the names that it reports. */
const PARTS = ['address', 'page', 'http', 'tls', 'dns', 'cors', 'security.txt'] as const;

/**
 * Works without scripts as a plain form. With scripts it shows progress and can be stopped: Start
 * and Stop are two buttons, so that a click on one can never press the other.
 */
export function ScanForm({ typed, words }: { typed: TypedScan; words: Words }) {
  const text = words.home;
  return (
    <form id="scan" action="/scan" method="post" data-unreachable={text.unreachable}>
      <label htmlFor="url">{text.address}</label>
      <div className="ask">
        <input
          id="url"
          name="url"
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="example.com"
          required
          maxLength={2048}
          defaultValue={typed.url}
        />
        <button type="submit" id="start">
          {text.scan}
        </button>
        <button type="button" id="stop" className="second" hidden>
          {text.stop}
        </button>
      </div>
      <details id="paid" open={isPaid(typed)}>
        <summary>{text.paid}</summary>
        <label htmlFor="credential">{text.credential}</label>
        <input
          id="credential"
          name="credential"
          type="text"
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed.credential}
          aria-describedby="credential-help credential-kind"
        />
        <p id="credential-help" className="hint">
          {text.credentialHelp}
        </p>
        <p
          id="credential-kind"
          className="hint"
          role="status"
          data-key={text.isKey}
          data-token={text.isToken}
          data-compliance={text.isCompliance}
          data-unknown={text.isUnknown}
        />
        <FurtherPages words={words} typed={typed.pages} />
      </details>
      <div id="progress" className="progress" hidden data-stopped={text.stopped} data-scanning={text.scanning}>
        <div className="bar" aria-hidden="true" />
        <p role="status" />
        <ul className="parts">
          {PARTS.map((part) => (
            <li key={part} data-part={part}>
              {text.parts[part]}
            </li>
          ))}
        </ul>
        <p className="meta" aria-hidden="true" />
      </div>
    </form>
  );
}

/** Whether more than an address was entered. */
export const isPaid = ({ credential, pages }: TypedScan): boolean => Boolean(credential) || Boolean(pages);
