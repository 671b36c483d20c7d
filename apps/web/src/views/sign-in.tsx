import type { View } from '../frame.ts';

/** For a link that was opened outside the browser that requested it: people press the button, mail scanners do not. */
export const signIn: View<{ token: string }> = ({ token }, { words }) => ({
  title: words.account.signIn.title,
  description: words.account.signIn.description,
  noindex: true,
  body: (
    <>
      <h1>{words.account.signIn.title}</h1>
      <p className="lead">{words.account.signIn.lead}</p>
      <form action="/account/sign-in/confirm" method="post">
        <input type="hidden" name="token" value={token} />
        <button type="submit">{words.account.signIn.title}</button>
      </form>
      <p>{words.account.signIn.notYou}</p>
    </>
  ),
});
