import type { View } from '../frame.ts';

/** On the way to a page of the payment provider; browsers go on by themselves. */
export const leaving: View<{ link: string }> = ({ link }) => ({
  title: 'To the payment provider',
  description: 'Card, invoices and cancellation are on a page of the payment provider.',
  bodyLanguage: 'en',
  noindex: true,
  body: (
    <>
      <h1>To the payment provider</h1>
      <p className="lead">Card, invoices and cancellation are on a page of the payment provider.</p>
      <p>
        <a className="button" href={link}>
          Go there
        </a>
      </p>
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </>
  ),
});
