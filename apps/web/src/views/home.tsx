import type { View } from '../frame.ts';
import { ScanForm } from './scan-form.tsx';

export interface HomeProps {
  /** From `?url=`: fills the form and starts nothing. */
  url: string;
}

export const home: View<HomeProps> = ({ url }, { words }) => ({
  title: words.home.title,
  description: words.home.description,
  body: (
    <>
      <h1>{words.home.heading}</h1>
      <p className="lead">{words.home.lead}</p>
      <ScanForm url={url} words={words} />
      <div id="outcome" />
    </>
  ),
});
