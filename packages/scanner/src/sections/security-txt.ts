import type { SecurityTxtSection } from '@palisade/report/sections/security-txt';
import type { Evidence } from '../evidence.ts';
import type { FindFact } from '../facts/fact.ts';
import { fieldsNamed } from '../parse/security-txt/security-txt.ts';

const MAX_FIELDS = 50;

/** The evidence that the section shows next to its checks. */
export function securityTxtEvidence(evidence: Evidence, find: FindFact): Omit<SecurityTxtSection, 'checks'> {
  const nothing = { url: null, content_type: null, expires: null, contacts: [], fields: [], signed: null };
  const file = find('security_txt_file');
  if (!evidence.security_txt.ok || !file.ok) return { present: null, ...nothing, asked: [] };
  const { attempts } = evidence.security_txt.value;
  const asked = attempts.map(({ url, status }) => ({ url, status }));
  const state = file.value;
  if (!state.found) return { present: state.why === 'unreachable' ? null : false, ...nothing, asked };
  const { attempt, text } = state;
  return {
    present: true,
    url: attempt.chain.at(-1) ?? attempt.url,
    content_type: attempt.content_type,
    expires: text.expires === null ? null : new Date(text.expires).toISOString(),
    contacts: fieldsNamed(text, 'contact')
      .slice(0, MAX_FIELDS)
      .map(({ value }) => value.slice(0, 200)),
    fields: text.fields
      .slice(0, MAX_FIELDS)
      .map(({ name, value }) => ({ name: name.slice(0, 60), value: value.slice(0, 500) })),
    signed: text.signature,
    asked,
  };
}
