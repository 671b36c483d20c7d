import type { View } from '../frame.ts';

/** Whether a report or document comes from here. The browser sends the file itself; nothing is kept. */
export const verify: View<null> = (_props, { frame }) => ({
  title: 'Verify a report',
  description: 'Find out whether a report or PDF was made by this service and is unchanged.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>Verify a report</h1>
      <p className="lead">
        Every report of {frame.serviceName} is signed. Choose a report (JSON) or its PDF to find out whether it was made
        here and is unchanged. The file is not kept.
      </p>
      <form
        id="verify"
        action="/api/verify"
        method="post"
        className="scripted"
        data-genuine="Genuine: made here, and unchanged."
        data-altered="Altered: it was signed here and has been changed since."
        data-unknown="Unknown: it is not signed by a key of this service."
        data-failed="The file could not be checked."
      >
        <label htmlFor="file">Report or PDF</label>
        <div className="ask">
          <input id="file" name="file" type="file" accept=".json,.pdf,application/json,application/pdf" required />
          <button type="submit">Verify</button>
        </div>
        <div id="verdict" role="status" />
      </form>
      <h2>Without this page</h2>
      <p>
        <code>palisade verify FILE</code> does the same on the command line, and so does <code>POST /api/verify</code>.
        The public keys are at <a href="/.well-known/palisade-keys.json">/.well-known/palisade-keys.json</a>; old keys
        stay there.
      </p>
    </>
  ),
});
