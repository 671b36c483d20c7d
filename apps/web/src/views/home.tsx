import { SHOWN_SECTIONS } from '@palisade/report/check-sections';
import type { View } from '../frame.ts';
import { ScanForm } from './scan-form.tsx';

export interface HomeProps {
  /** From `?url=`: fills the form but starts no scan. */
  url: string;
}

export const home: View<HomeProps> = ({ url }, { words }) => ({
  title: words.home.title,
  description: words.home.description,
  body: (
    <>
      <h1>{words.home.heading}</h1>
      <p className="lead">{words.home.lead}</p>
      <ScanForm typed={{ url }} words={words} />
      <div id="outcome" />
      <p className="meta">
        <a href="/open">{words.home.open}</a>
      </p>
      <section aria-labelledby="checked">
        <h2 id="checked">{words.home.checked}</h2>
        <ul className="checked">
          {SHOWN_SECTIONS.map((section) => (
            <li key={section}>
              <a href={`/checks#${section}`}>{words.section[section]}</a>
            </li>
          ))}
        </ul>
        <p className="meta">
          {words.home.passive} <a href="/method">{words.nav.method}</a>
        </p>
      </section>
    </>
  ),
});
