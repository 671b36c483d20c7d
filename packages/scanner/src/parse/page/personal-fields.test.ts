import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../test/page-of.ts';
import { PersonalFields } from './personal-fields.ts';

describe('fields for data about a person', () => {
  it.each([
    ['<form><input type="email" name="q"></form>', 'input type="email"'],
    ['<input type="password" name="p">', 'input type="password"'],
    ['<input name="a" autocomplete="section-1 shipping given-name">', 'input autocomplete="given-name"'],
    ['<textarea autocomplete="street-address"></textarea>', 'textarea autocomplete="street-address"'],
    ['<select autocomplete="bday-year"></select>', 'select autocomplete="bday-year"'],
    ['<input name="your-email">', 'input name="your-email"'],
    ['<input name="contact[E-Mail]">', 'input name="contact[E-Mail]"'],
    ['<input id="firstName">', 'input id="firstName"'],
    ['<input type="tel" name="Telefon">', 'input name="Telefon"'],
    ['<input name="prénom">', 'input name="prénom"'],
    ['<input name="fecha_de_nacimiento">', 'input name="fecha_de_nacimiento"'],
    ['<input name="Geburtsdatum" type="date">', 'input name="Geburtsdatum"'],
  ])('%s', (html, line) => {
    expect(pageOf(html).personal_fields).toEqual([line]);
  });

  it.each([
    ['a search', '<form><input type="search" name="q"><input name="email" type="search"></form>'],
    ['a code on a keypad', '<input type="tel" name="code" autocomplete="one-time-code">'],
    ['an amount', '<input type="tel" name="amount"><input name="quantity">'],
    ['a name of a thing', '<input name="filename"><input name="hostname"><input name="name"><input name="domainname">'],
    ['a hidden field', '<input type="hidden" name="email">'],
    ['a consent', '<input type="checkbox" name="email">'],
    ['a postal code alone', '<input name="zip">'],
    ['an organization', '<input autocomplete="organization">'],
    ['a button', '<button name="email">x</button>'],
    ['a template', '<template><input type="email"></template>'],
  ])('none: %s', (_what, html) => {
    expect(pageOf(html).personal_fields).toEqual([]);
  });

  it('lists each once, and no more than twenty', () => {
    const fields = new PersonalFields();
    for (let n = 0; n < 90; n++)
      fields.see({ name: 'input', attributes: new Map([['name', `e-mail${'-'.repeat(n % 40)}`]]) });
    expect(fields.fields).toHaveLength(20);
    expect(new Set(fields.fields).size).toBe(20);
  });
});
