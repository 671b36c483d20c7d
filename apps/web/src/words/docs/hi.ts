import type { DocsWords } from './en.ts';

export const docs: DocsWords = {
  description: 'API के सभी कार्य: वे क्या लेते हैं, क्या उत्तर देते हैं, और आज़माने के लिए एक कमांड।',
  document: 'OpenAPI 3.1 दस्तावेज़',
  documentFor: 'जिससे क्लाइंट बनाए जा सकते हैं',
  operations: 'कार्य',
  command: 'कमांड',
  parameters: 'पैरामीटर',
  parametersOf: (operation) => `${operation} के पैरामीटर`,
  name: 'नाम',
  place: 'कहाँ',
  required: 'ज़रूरी',
  meaning: 'अर्थ',
  body: 'बॉडी',
  answers: 'उत्तर',
  of: (part, operation) => `${operation}: ${part}`,
  headers: 'हेडर:',
  schemas: 'स्कीमा',
};
