import type { View } from '../frame.ts';

/** A mail's link opened in another place than it was asked for: pressed by a person, not by a mail scanner. */
export const signIn: View<{ token: string }> = ({ token }) => ({
  title: 'Sign in',
  description: 'One more step to your account.',
  bodyLanguage: 'en',
  noindex: true,
  body: (
    <>
      <h1>Sign in</h1>
      <p className="lead">You opened the link from your e-mail. Press the button to sign in here.</p>
      <form action="/account/sign-in/confirm" method="post">
        <input type="hidden" name="token" value={token} />
        <button type="submit">Sign in</button>
      </form>
      <p>Not you who asked for it? Close this page: nothing has happened.</p>
    </>
  ),
});
