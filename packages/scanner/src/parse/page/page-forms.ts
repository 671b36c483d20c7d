import type { PageEvidence, PageForm } from '../../evidence/page.ts';
import type { Attributes, HtmlElement } from './html-scan.ts';
import { CardFields } from './card-fields.ts';
import { cutUrl, PAGE_LIMITS } from './page-limits.ts';
import { PersonalFields } from './personal-fields.ts';

interface OpenForm {
  action: string | null;
  method: PageForm['method'];
}

/** A form, or the id of one. */
type Owner = OpenForm | string;

/** Where a form is sent to: by itself, or by a button with an action or a method of its own. */
interface Target {
  owner: Owner;
  /** Undefined: what the form has. */
  action: string | undefined;
  method: string | undefined;
}

/** Tracks which form a control belongs to, by nesting and by its `form` attribute. */
export class PageForms {
  dropped = false;
  readonly #card = new CardFields();
  readonly #personal = new PersonalFields();
  #passwordFields = 0;
  #textFields = 0;
  readonly #targets: Target[] = [];
  readonly #withPassword = new Set<Owner>();
  /** The forms of controls that are fields for card data if the page has others, by their lines. */
  readonly #cardLines = new Map<Owner, Set<string>>();
  readonly #byId = new Map<string, OpenForm>();
  #current: OpenForm | null = null;

  /** Called for every element, inside a form or not. */
  see(element: Pick<HtmlElement, 'name' | 'attributes' | 'foreign'>): void {
    const card = this.#card.see(element);
    if (card !== null && element.name === 'input' && !element.foreign)
      this.#noteCard(this.#ownerOf(element.attributes), card);
    this.#personal.see(element);
    const isWritten = (): boolean => WRITTEN.has(element.attributes.get('type')?.toLowerCase() ?? 'text');
    if (element.name === 'textarea' || (element.name === 'input' && isWritten())) this.#textFields++;
  }

  open(attributes: Attributes): void {
    // A form inside a form is ignored (HTML §13.2.6.4.7).
    if (this.#current) return;
    const id = attributes.get('id') ?? null;
    this.#current = { action: attributes.get('action') ?? null, method: methodOf(attributes.get('method')) };
    if (id !== null && !this.#byId.has(id)) this.#byId.set(id, this.#current);
    this.#keep({ owner: this.#current, action: undefined, method: undefined });
  }

  close(): void {
    this.#current = null;
  }

  control(name: 'input' | 'button', attributes: Attributes): void {
    const owner = this.#ownerOf(attributes);
    const type = attributes.get('type')?.toLowerCase();
    if (name === 'input' && type === 'password') {
      this.#passwordFields++;
      if (owner !== null && this.#withPassword.size < PAGE_LIMITS.forms) this.#withPassword.add(owner);
    }
    const [action, method] = [attributes.get('formaction'), attributes.get('formmethod')];
    const submits = name === 'input' ? type === 'submit' || type === 'image' : type !== 'button' && type !== 'reset';
    if ((action === undefined && method === undefined) || owner === null || !submits) return;
    this.#keep({ owner, action, method });
  }

  /** Resolves actions after the whole page was read, because a later base element still applies to earlier forms. */
  facts(
    documentUrl: string,
    baseUrl: string,
  ): Pick<
    PageEvidence,
    'forms' | 'password_fields' | 'text_fields' | 'card_fields' | 'payment_places' | 'personal_fields'
  > {
    const formOf = (owner: Owner) => (typeof owner === 'string' ? this.#byId.get(owner) : owner);
    const withPassword = new Set([...this.#withPassword].map(formOf));
    const { fields, places } = this.#card;
    const ofCards = [...this.#cardLines].filter(([, lines]) => fields.some((line) => lines.has(line)));
    const withCard = new Set(ofCards.map(([owner]) => formOf(owner)));
    const forms = this.#targets.flatMap(({ owner, action, method: stated }): PageForm[] => {
      const form = formOf(owner);
      if (!form) return [];
      const written = action ?? form.action;
      const method = stated ? methodOf(stated) : form.method;
      const asks = { method, password: withPassword.has(form), ...(withCard.has(form) ? { card: true } : {}) };
      if (written === null || written.trim() === '') return [{ action: documentUrl, ...asks }];
      const url = URL.parse(written, baseUrl);
      return [{ action: url ? cutUrl(url.href) : null, ...asks }];
    });
    return {
      forms,
      password_fields: this.#passwordFields,
      text_fields: this.#textFields,
      card_fields: fields,
      payment_places: places,
      personal_fields: this.#personal.fields,
    };
  }

  /** Without an owner (null), a control submits nothing. The form that the attribute names may come later. */
  #ownerOf(attributes: Attributes): Owner | null {
    return attributes.get('form') ?? this.#current;
  }

  #noteCard(owner: Owner | null, line: string): void {
    if (owner === null || this.#cardLines.size >= PAGE_LIMITS.forms) return;
    this.#cardLines.set(owner, (this.#cardLines.get(owner) ?? new Set()).add(line));
  }

  #keep(target: Target): void {
    if (this.#targets.length < PAGE_LIMITS.forms) this.#targets.push(target);
    else this.dropped = true;
  }
}

/** Types of `input` into which the visitor types text. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'email', 'search', 'tel', 'url', 'number', 'date']);

function methodOf(value: string | undefined): PageForm['method'] {
  const method = value?.toLowerCase();
  return method === 'post' || method === 'dialog' ? method : 'get';
}
