/** A buyer who uses the shop's pages with cookies and forms like a browser, but without one. */

export interface Landed {
  /** Heading of the page the buyer returns to. */
  heading: string;
  /** Key or token, shown once by the page. */
  secret: string | null;
}

export class Shopper {
  readonly #palisade: string;
  readonly #cookies = new Map<string, string>();

  constructor(palisade: string) {
    this.#palisade = palisade;
  }

  /** From the button by the price to the page after the payment. */
  async buy(product: string, provider: 'stripe' | 'razorpay', email: string): Promise<Landed> {
    const step = await this.#send('/pricing/buy', { product, provider, email });
    const page = provider === 'stripe' ? await this.#payAtStripe(step) : await this.#payAtRazorpay(step);
    return await this.#land(page);
  }

  /** Requests a sign-in link on the account page and opens the mailed link. */
  async signIn(email: string, mailed: () => Promise<string>): Promise<void> {
    await this.#send('/account/sign-in', { email });
    const { pathname, search } = new URL(await mailed());
    const answer = await fetch(this.#palisade + pathname + search, { redirect: 'manual', headers: this.#headers() });
    this.#keep(answer);
    await answer.body?.cancel();
    if (answer.status !== 303) throw new Error(`the link did not sign in: ${answer.status}`);
  }

  /**
   * Presses a button on the account page, with the hidden fields of its form.
   * @param named the button's name, if it has one: its text may change
   */
  async press(action: string, named?: string): Promise<{ said: string; secret: string | null }> {
    const page = await fetch(`${this.#palisade}/account`, { headers: this.#headers() });
    const forms = (await page.text()).matchAll(/<form\b[^>]*action="([^"]*)"[^>]*>([^]*?)<\/form>/g);
    for (const [, home = '', inside = ''] of forms) {
      for (const [, attributes = ''] of inside.matchAll(/<button\b([^>]*)>/g)) {
        const [name, value = ''] = ['name', 'value'].map(
          (one) => new RegExp(`\\b${one}="([^"]*)"`).exec(attributes)?.[1],
        );
        const to = /formaction="([^"]*)"/i.exec(attributes)?.[1] ?? home;
        if (to !== action || name !== named) continue;
        const { html } = await this.#send(to, { ...inputs(inside), ...(name === undefined ? {} : { [name]: value }) });
        return { said: text(/role="status"[^>]*>([^]*?)<\//.exec(html)?.[1] ?? ''), secret: secretIn(html) };
      }
    }
    throw new Error(`the account page has no button for ${action} ${named ?? ''}`);
  }

  async #payAtStripe(step: { html: string }): Promise<string> {
    const paid = await fetch(attribute(step.html, 'a class="button"', 'href'), { method: 'POST', redirect: 'manual' });
    return paid.headers.get('location') ?? '/';
  }

  /** The checkout accepts our form and returns one of its own. */
  async #payAtRazorpay(step: { location: string | null }): Promise<string> {
    const form = await (await fetch(this.#palisade + (step.location ?? '/'), { headers: this.#headers() })).text();
    const action = attribute(form, 'form id="payment"', 'action');
    const fields = new URLSearchParams(inputs(form));
    await fetch(action, { method: 'POST', body: fields });
    fields.set('pay', 'success');
    const html = await (await fetch(`${action}/pay`, { method: 'POST', body: fields })).text();
    const back = new URL(attribute(html, 'form method="post"', 'action'));
    return (await this.#send(back.pathname + back.search, inputs(html))).location ?? '/';
  }

  /** Waits as the page does, which reloads until the result is known. */
  async #land(address: string): Promise<Landed> {
    const { pathname, search } = new URL(address, this.#palisade);
    for (const end = Date.now() + 20_000; ;) {
      const answer = await fetch(this.#palisade + pathname + search, { headers: this.#headers() });
      const html = await answer.text();
      const again = Number(answer.headers.get('refresh') ?? 0);
      if (again === 0 || Date.now() > end) {
        const heading = text(/<h1>([^]*?)<\/h1>/.exec(html)?.[1] ?? '');
        return { heading, secret: secretIn(html) };
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(again, 1) * 1_000));
    }
  }

  async #send(path: string, fields: Record<string, string>): Promise<{ html: string; location: string | null }> {
    const answer = await fetch(this.#palisade + path, {
      method: 'POST',
      redirect: 'manual',
      headers: this.#headers(),
      body: new URLSearchParams(fields),
    });
    this.#keep(answer);
    const html = await answer.text();
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${html.slice(0, 300)}`);
    return { html, location: answer.headers.get('location') };
  }

  #keep(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  }

  #headers(): Record<string, string> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    return { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie };
  }
}

function secretIn(html: string): string | null {
  return /<code>(pal_\w+)<\/code>/.exec(html)?.[1] ?? null;
}

function inputs(html: string): Record<string, string> {
  const found = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [text(name), text(value)]));
}

function attribute(html: string, tag: string, name: string): string {
  const inside = new RegExp(`<${tag}[^>]*>`).exec(html)?.[0] ?? '';
  return text(new RegExp(`${name}="([^"]*)"`).exec(inside)?.[1] ?? '');
}

function text(html: string): string {
  return html
    .replace(/&#x?([0-9a-f]+);/gi, (whole, code: string) =>
      String.fromCodePoint(whole.startsWith('&#x') ? parseInt(code, 16) : Number(code)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
