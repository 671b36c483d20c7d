import type { PageEvidence, PageForm } from '../../evidence/page.ts';
import type { Attributes, HtmlElement } from './html-scan.ts';
import { CardFields } from './card-fields.ts';
import { cutUrl, PAGE_LIMITS } from './page-limits.ts';

interface OpenForm extends PageForm {
  id: string | null;
}

/** Tracks which form a control belongs to, by nesting and by its `form` attribute. */
export class PageForms {
  dropped = false;
  readonly #card = new CardFields();
  #passwordFields = 0;
  #textFields = 0;
  readonly #forms: OpenForm[] = [];
  readonly #byId = new Map<string, OpenForm>();
  #current: OpenForm | null = null;

  /** Called for every element, inside a form or not. */
  see(element: Pick<HtmlElement, 'name' | 'attributes'>): void {
    this.#card.see(element);
    const isWritten = (): boolean => WRITTEN.has(element.attributes.get('type')?.toLowerCase() ?? 'text');
    if (element.name === 'textarea' || (element.name === 'input' && isWritten())) this.#textFields++;
  }

  open(attributes: Attributes): void {
    // A form inside a form is ignored (HTML §13.2.6.4.7).
    if (this.#current) return;
    const id = attributes.get('id') ?? null;
    this.#current = {
      action: attributes.get('action') ?? null,
      method: methodOf(attributes.get('method')),
      password: false,
      id,
    };
    if (id !== null && !this.#byId.has(id)) this.#byId.set(id, this.#current);
    this.#keep(this.#current);
  }

  close(): void {
    this.#current = null;
  }

  control(name: 'input' | 'button', attributes: Attributes): void {
    const owner = attributes.get('form');
    const form = owner === undefined ? this.#current : this.#byId.get(owner);
    if (name === 'input' && attributes.get('type')?.toLowerCase() === 'password') {
      this.#passwordFields++;
      if (form) form.password = true;
    }
    const action = attributes.get('formaction');
    if (action === undefined) return;
    const method = attributes.get('formmethod');
    this.#keep({
      action,
      method: method ? methodOf(method) : (form?.method ?? 'get'),
      password: form?.password ?? false,
      id: null,
    });
  }

  /** Resolves actions after the whole page was read, because a later base element still applies to earlier forms. */
  facts(
    documentUrl: string,
    baseUrl: string,
  ): Pick<PageEvidence, 'forms' | 'password_fields' | 'text_fields' | 'card_fields' | 'payment_places'> {
    const forms = this.#forms.map(({ action, method, password }) => {
      if (action === null || action.trim() === '') return { action: documentUrl, method, password };
      const url = URL.parse(action, baseUrl);
      return { action: url ? cutUrl(url.href) : null, method, password };
    });
    const { fields, places } = this.#card;
    return {
      forms,
      password_fields: this.#passwordFields,
      text_fields: this.#textFields,
      card_fields: fields,
      payment_places: places,
    };
  }

  #keep(form: OpenForm): void {
    if (this.#forms.length < PAGE_LIMITS.forms) this.#forms.push(form);
    else this.dropped = true;
  }
}

/** Types of `input` into which the visitor types text. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'email', 'search', 'tel', 'url', 'number', 'date']);

function methodOf(value: string | undefined): PageForm['method'] {
  const method = value?.toLowerCase();
  return method === 'post' || method === 'dialog' ? method : 'get';
}
