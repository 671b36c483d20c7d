const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Where operators sign in when OPS_TOKEN is set. No script; the policy requires the style to be a separate file. */
export function loginPage(options: { serviceName: string; csrf: string; failed: boolean }): string {
  const name = escaped(options.serviceName);
  const alert = options.failed ? '<p role="alert" class="failure">That is not the operations token.</p>' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Sign in · ${name} operations</title>
<link rel="stylesheet" href="/ops-login.css">
</head>
<body>
<main>
<h1>${name} operations</h1>
${alert}
<form method="post" action="/ops/login">
<input type="hidden" name="csrf" value="${escaped(options.csrf)}">
<label for="password">Operations token</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Sign in</button>
</form>
<p class="hint">The token is the value of OPS_TOKEN on the server. A session lasts eight hours.</p>
</main>
</body>
</html>
`;
}

export const LOGIN_STYLE = `:root{color-scheme:light dark;--ink:#17211d;--soft:#5a675f;--paper:#f6f6f2;--card:#fff;--line:#7c8780;--ok:#1f7a55;--on:#fff;--bad:#b3261e;font:16px/1.5 system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{--ink:#e7ece9;--soft:#a3aea8;--paper:#0f1412;--card:#18201c;--line:#7d8a83;--ok:#5ac197;--on:#0f1412;--bad:#ff8079}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink)}
main{max-width:24rem;margin:12vh auto 0;padding:1.5rem}
h1{font-size:1.35rem;margin:0 0 1rem}
label{display:block;font-weight:600;margin-bottom:.25rem}
input[type=password]{font:inherit;width:100%;padding:.55rem .7rem;border:1px solid var(--line);border-radius:6px;background:var(--card);color:inherit}
button{font:inherit;font-weight:600;margin-top:.9rem;width:100%;padding:.55rem;border:1px solid transparent;border-radius:6px;background:var(--ok);color:var(--on);cursor:pointer}
:focus-visible{outline:3px solid var(--ok);outline-offset:2px}
.hint{color:var(--soft);font-size:.9rem}
.failure{color:var(--bad);font-weight:600}
`;
