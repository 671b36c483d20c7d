import type { View } from '../frame.ts';

/** Shown before a page of the payment provider, to which browsers continue automatically. */
export const leaving: View<{ link: string }> = ({ link }, { words }) => ({
  title: words.shop.leaving.title,
  description: words.shop.leaving.lead,
  noindex: true,
  body: (
    <>
      <h1>{words.shop.leaving.title}</h1>
      <p className="lead">{words.shop.leaving.lead}</p>
      <p>
        <a className="button" href={link}>
          {words.shop.leaving.go}
        </a>
      </p>
      <p>
        <a href="/account">{words.shop.leaving.back}</a>
      </p>
    </>
  ),
});
