/** The page of the API. What it says about operations comes from the OpenAPI document, in English. */
export const docs = {
  description: 'Every operation of the API: what it takes, what it answers, and a command to try it.',
  document: 'OpenAPI 3.1 document',
  documentFor: 'to generate clients from',
  operations: 'Operations',
  command: 'Command',
  parameters: 'Parameters',
  parametersOf: (operation: string) => `Parameters of ${operation}`,
  name: 'Name',
  place: 'Where',
  required: 'required',
  meaning: 'Meaning',
  body: 'Body',
  answers: 'Answers',
  of: (part: string, operation: string) => `${part} of ${operation}`,
  headers: 'Headers:',
  schemas: 'Schemas',
};

export type DocsWords = typeof docs;
