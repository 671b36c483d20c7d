import { describe, expect, it } from 'vitest';
import { CWE_NAMES } from './cwe.ts';
import { ALL_FRAMEWORKS as FRAMEWORKS } from './frameworks.ts';
import { owasp2021 } from './frameworks/owasp-2021.ts';
import { owasp2025 } from './frameworks/owasp-2025.ts';
import { FAMILIES, SUBJECTS } from './subjects.ts';
import { dnsAndMail } from './weaknesses/dns-and-mail.ts';
import { WEAKNESSES, type WeaknessName } from './weaknesses.ts';
import { DISCLAIMER, SHORT_DISCLAIMER } from './wording.ts';

/** Which category lists a CWE used here: "List of Mapped CWEs" of OWASP's own pages. */
const LISTED_2021: Readonly<Record<string, readonly number[]>> = {
  A01: [201, 359, 497, 922, 1275],
  A02: [296, 319, 324, 326, 327, 328, 523, 757],
  A04: [525, 598, 1021],
  A05: [614, 942, 1004],
  A06: [1104],
  A07: [290, 297, 300],
  A08: [345, 353, 565, 829],
};
const LISTED_2025: Readonly<Record<string, readonly number[]>> = {
  A01: [201, 359, 497, 922, 1275],
  A02: [489, 614, 942, 1004],
  A03: [1104, 1395],
  A04: [296, 319, 324, 326, 327, 328, 523, 757],
  A06: [525, 598, 693, 1021, 1022],
  A07: [290, 297, 299, 300],
  A08: [345, 353, 565, 829],
};

const entries = Object.entries(WEAKNESSES) as [WeaknessName, (typeof WEAKNESSES)[WeaknessName]][];

describe('the tables', () => {
  it('every reference is a control of its framework, and no weakness names one twice', () => {
    for (const { id, controls, weaknesses } of FRAMEWORKS) {
      for (const [name, references = []] of Object.entries(weaknesses)) {
        const named = references.map(({ control }) => control);
        expect(Object.keys(controls), `${id}: ${name}`).toEqual(expect.arrayContaining(named));
        expect(new Set(named).size, `${id}: ${name}`).toBe(named.length);
      }
    }
  });

  it('a control within reach is one that some weakness decides or supports', () => {
    for (const { id, controls, weaknesses } of FRAMEWORKS) {
      const spoken = new Set(
        Object.values(weaknesses).flatMap((references) =>
          references.filter(({ use }) => use !== 'context').map(({ control }) => control),
        ),
      );
      const reachable = Object.keys(controls).filter((control) => controls[control]?.reach === 'partial');
      expect(
        reachable.filter((control) => !spoken.has(control)),
        id,
      ).toEqual([]);
    }
  });

  it('a control within reach is about something, and each weakness belongs to some subject', () => {
    for (const { id, controls } of FRAMEWORKS)
      for (const [control, { reach, about }] of Object.entries(controls))
        expect(about.length > 0, `${id} ${control}`).toBe(reach === 'partial');
    const subjects = new Set<string>(Object.values(SUBJECTS).flat());
    expect(Object.keys(WEAKNESSES).filter((name) => !subjects.has(name))).toEqual(['informational']);
  });

  it('weaknesses that decide or support a control belong to its subject, except those that only the framework places there', () => {
    const outside = FRAMEWORKS.flatMap(({ id, controls, weaknesses }) =>
      Object.entries(weaknesses).flatMap(([name, references]) =>
        references
          .filter(({ control, use }) => use === 'gap' && controls[control]?.reach === 'partial')
          .filter(
            ({ control }) =>
              !controls[control]?.about.some((subject) => (SUBJECTS[subject] as readonly string[]).includes(name)),
          )
          .map(({ control }) => `${id} ${control}: ${name}`),
      ),
    );
    expect(outside).toEqual([]);
  });

  it('names exactly the CWEs that are used', () => {
    const used = new Set(entries.flatMap(([, { cwe }]) => (cwe === null ? [] : [cwe.id])));
    expect(Object.keys(CWE_NAMES).map(Number)).toEqual([...used].toSorted((a, b) => a - b));
  });

  it('uses no CWE that MITRE prohibits for mapping, and never claims script injection', () => {
    const used = entries.map(([, weakness]) => weakness.cwe?.id);
    for (const prohibited of [2, 16, 79, 264, 310, 1032]) expect(used).not.toContain(prohibited);
  });
});

/** A scope says what was checked, so its words cover all that counts in the row. */
it.each<[string, readonly WeaknessName[], RegExp]>([
  ['mail policies', FAMILIES.mailIdentity, /mail|DNS|public/u],
  ['mail servers', FAMILIES.mailTransport, /mail|public|in transit/u],
  ['names', FAMILIES.names, /DNS|public|in transit/u],
  ['cookies', FAMILIES.session, /cookie|browser-side|public|in transit|responses|delivered|the connection/u],
  ['banners', ['server-outdated'], /banner|software|public/u],
  ['libraries', ['js-vulnerable'], /librar|script|software|browser-side|public/u],
  ['a contact', FAMILIES.contact, /contact/u],
])('scopes name what is counted: %s', (_, names, words) => {
  const unnamed = FRAMEWORKS.flatMap(({ id, controls, weaknesses }) =>
    names.flatMap((name) =>
      (weaknesses[name] ?? [])
        .filter(({ control, use }) => use !== 'context' && controls[control]?.reach === 'partial')
        .filter(({ control }) => !words.test(controls[control]?.scope ?? ''))
        .map(({ control }) => `${id} ${control}: ${name}`),
    ),
  );
  expect(unnamed).toEqual([]);
});

describe('OWASP', () => {
  it.each([
    ['2021', owasp2021, LISTED_2021],
    ['2025', owasp2025, LISTED_2025],
  ] as const)(
    '%s: the list decides where the CWE fits, the text of a category only where it does not',
    (_e, framework, lists) => {
      for (const [name, { cwe }] of entries) {
        const [reference] = framework.weaknesses[name] ?? [];
        if (reference === undefined || cwe === null) continue;
        const listed = Object.entries(lists).find(([, ids]) => ids.includes(cwe.id))?.[0];
        const decides = listed !== undefined && cwe.fit !== 'nearest';
        expect(reference.use, name).toBe(decides ? 'gap' : 'supporting');
        if (decides) expect(reference.control, name).toBe(listed);
      }
    },
  );

  it('does not cover DNS and mail, as its statement says', () => {
    for (const name of Object.keys(dnsAndMail) as WeaknessName[]) {
      expect(owasp2021.weaknesses[name], name).toBeUndefined();
      expect(owasp2025.weaknesses[name], name).toBeUndefined();
    }
  });

  // OWASP's own lists put these elsewhere than most crosswalks do.
  it.each([
    ['clickjacking', 'A04', 'A06'],
    ['cookie-no-secure', 'A05', 'A02'],
    ['cookie-samesite-absent', 'A01', 'A01'],
    ['cors-reflect-credentials', 'A05', 'A02'],
    ['server-version', 'A01', 'A01'],
    // Only the nearest CWEs, but of no other category.
    ['token-exposed', 'A01', 'A01'],
    ['tracked-before-consent', 'A01', 'A01'],
    ['sri-missing', 'A08', 'A08'],
    ['hsts-missing', 'A02', 'A04'],
  ] as const)('%s is %s in 2021 and %s in 2025', (name, in2021, in2025) => {
    expect(owasp2021.weaknesses[name]?.[0]?.control).toBe(in2021);
    expect(owasp2025.weaknesses[name]?.[0]?.control).toBe(in2025);
  });
});

it('ISO and GDPR never decide', () => {
  for (const { id, weaknesses } of FRAMEWORKS) {
    if (id !== 'iso27001-2022' && id !== 'gdpr-art32') continue;
    for (const references of Object.values(weaknesses)) expect(references?.map(({ use }) => use)).not.toContain('gap');
  }
});

it('no text claims compliance, certification or a pass', () => {
  const printed = JSON.stringify({ FRAMEWORKS, WEAKNESSES, DISCLAIMER, SHORT_DISCLAIMER });
  expect(printed).not.toMatch(/\bcompliant\b|\bcertified\b|\bcertifies\b|\bpass(ed|es)?\b|\bmeets\b/i);
});
