import type { View } from '../frame.ts';

/** Whether a report or document comes from here. The browser sends the file itself; nothing is kept. */
export const verify: View<null> = (_props, { frame, words }) => {
  const text = words.verify;
  return {
    title: words.nav.verify,
    description: text.description,
    body: (
      <>
        <h1>{words.nav.verify}</h1>
        <p className="lead">{text.lead(frame.serviceName)}</p>
        <form
          id="verify"
          action="/api/verify"
          method="post"
          className="scripted"
          data-genuine={text.genuine}
          data-found={text.found}
          data-altered={text.altered}
          data-unknown={text.unknown}
          data-failed={text.failed}
        >
          <label htmlFor="file">{text.file}</label>
          <div className="ask">
            <input id="file" name="file" type="file" accept=".json,.pdf,application/json,application/pdf" required />
            <button type="submit">{text.button}</button>
          </div>
          <div id="verdict" role="status" />
        </form>
        <h2>{text.elsewhere}</h2>
        <p>
          {text.commands} <code>palisade verify FILE</code>, <code>POST /api/verify</code>
        </p>
        <p>
          {text.keys} <a href="/.well-known/palisade-keys.json">/.well-known/palisade-keys.json</a>
        </p>
      </>
    ),
  };
};
