import { anyOf, autofillWords, isTyped, MOST_CONTROLS, namesOf, type Control } from './control-name.ts';

/** Autofill field names of HTML §4.10.18.7.1 for data about a person. A user name or an organization alone is none. */
const AUTOFILL = new Set(
  [
    'name honorific-prefix given-name additional-name family-name honorific-suffix nickname',
    'street-address address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 postal-code',
    'bday bday-day bday-month bday-year sex email impp',
    'tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix',
  ].flatMap((line) => line.split(' ')),
);
/** Names that can only mean data about a person, in English, German, Dutch, French, Spanish, Portuguese and Italian. */
const NAMES = anyOf(
  '^(?:your|my|contact|customer|user|subscriber|newsletter|billing|shipping)?(?:email|mailadresse|courriel|correo(?:electronico)?)(?:address|adresse|adres|id)?$',
  '^(?:your|my|contact|customer|user|billing|shipping)?(?:(?:tele|mobile|cell|home|work)?phone|telefon|telefoon|telefono|telefone|handy|mobil)(?:number|num|no|nr|nummer)?$',
  '^(?:your|my|contact|customer|user|billing|shipping)?(?:first|last|full|sur|given|family|maiden)name$',
  '^(?:vor|nach|familien)name$|^(?:voor|achter)naam$|^prenom$|^apellidos?$|^sobrenome$|^cognome$',
  '^(?:date(?:of)?birth|birth(?:date|day)|dob|geburts(?:datum|tag)|geboortedatum|date(?:de)?naissance|fecha(?:de)?nacimiento|data(?:di)?nascita)$',
);
/** Types of `input` that take nothing else. Not `tel`, which also shows a keypad for amounts and codes. */
const TYPES = new Set(['email', 'password']);

/** Collects the controls into which visitors type data about themselves: GDPR Art. 4(1) calls it personal data. */
export class PersonalFields {
  readonly #found = new Set<string>();

  see({ name, attributes }: Control): void {
    if (name !== 'input' && name !== 'select' && name !== 'textarea') return;
    const line = isTyped(attributes) ? signOf(name, attributes) : null;
    if (line !== null && this.#found.size < MOST_CONTROLS) this.#found.add(line);
  }

  get fields(): string[] {
    return [...this.#found];
  }
}

/** @returns what shows it, as `input type="email"`; null: nothing does */
function signOf(element: string, attributes: Control['attributes']): string | null {
  const type = attributes.get('type')?.toLowerCase() ?? '';
  if (element === 'input' && TYPES.has(type)) return `input type="${type}"`;
  const autofill = autofillWords(attributes);
  const field = autofill.find((word) => AUTOFILL.has(word));
  if (field !== undefined) return `${element} autocomplete="${field}"`;
  const named = namesOf(attributes).find(({ plain }) => NAMES.test(plain));
  return named ? `${element} ${named.written}` : null;
}
