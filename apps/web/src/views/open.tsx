import type { View } from '../frame.ts';

/** The form for a saved file. It is plain and works without scripts. */
export const open: View<null> = (_props, { words }) => {
  const text = words.open;
  return {
    title: text.title,
    description: text.description,
    body: (
      <>
        <h1>{text.title}</h1>
        <p className="lead">{text.lead}</p>
        <form action="/open" method="post" encType="multipart/form-data">
          <label htmlFor="file">{text.file}</label>
          <div className="ask">
            <input
              id="file"
              name="file"
              type="file"
              accept=".json,application/json"
              required
              aria-describedby="file-help"
            />
            <button type="submit">{text.button}</button>
          </div>
          <p id="file-help" className="hint">
            {text.help}
          </p>
        </form>
        <p>
          {text.elsewhere} <a href="/verify">{words.nav.verify}</a>
        </p>
      </>
    ),
  };
};
