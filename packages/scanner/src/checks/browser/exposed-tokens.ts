import { defineCheck } from '../../check.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';

/** Names of parameters that let someone in. Keys of public services (`key`, `client_id`) are meant to be seen. */
const SECRET =
  /[?&#]((?:access|id|auth|refresh|session)[-_]?token|jwt|(?:php|j)?sess(?:ion)?[-_]?id|sid|passw(?:or)?d)=[^&#]/iu;

/** Example that triggers it: `localStorage.setItem('token', 'eyJ…')`, or `fetch('/api?access_token=…')`. */
export default defineCheck({
  id: 'browser/exposed-tokens',
  title: 'Tokens in storage and addresses',
  severity: 'important',
  deduction: 0,
  why: 'Any script that runs in the page reads its storage, and addresses end up in logs, histories and referrers. A token there is in reach of one injected line.',
  fix: 'Keep sessions in a cookie with Secure, HttpOnly and SameSite. Send tokens in a header field, never in an address.',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html#local-storage',
    'https://www.rfc-editor.org/rfc/rfc6750#section-5.3',
  ],
  needs: ['browser'],
  outcomes: {
    good: { title: 'No token in storage or addresses before sign-in', status: 'good' },
    storage: {
      title: 'Token in storage that scripts read',
      status: 'warn',
      severity: 'minor',
      weakness: 'token-exposed',
      note: 'Seen without anyone signed in: what a visitor’s own session holds may be more.',
    },
    key: { title: 'Secret key of a provider in storage', status: 'bad', weakness: 'token-exposed' },
    address: { title: 'Token in the address of a page or request', status: 'bad', weakness: 'token-in-address' },
  },
  judge({ browser }) {
    const sent = linesOf(browser, ({ requests }) =>
      requests.flatMap(({ url }) => {
        const name = SECRET.exec(url)?.[1];
        return name === undefined ? [] : [`${name} in the address of ${URL.parse(url)?.host ?? 'a request'}`];
      }),
    );
    const shown = linesOf(browser, ({ storage }) =>
      storage.flatMap(({ area, key }) => (area === 'address' ? [`${key} in the address of the page`] : [])),
    );
    const kept = (looks: string): string[] =>
      linesOf(browser, ({ storage }) =>
        storage
          .filter((item) => item.looks === looks)
          .filter(({ area }) => area !== 'address')
          .map(({ area, key }) => `${area === 'session' ? 'sessionStorage' : 'localStorage'} “${key}”`),
      );
    const [keys, tokens] = [kept('key'), kept('jwt')];
    const evidence = [...sent, ...shown, ...keys, ...tokens];
    if (sent.length + shown.length > 0) return { outcome: 'address', evidence };
    if (keys.length > 0) return { outcome: 'key', evidence };
    return tokens.length > 0 ? { outcome: 'storage', evidence } : { outcome: 'good' };
  },
});
