/** The API page. Its descriptions of operations come from the OpenAPI document, in English. */
export const docs = {
  description: 'Every API operation: its parameters, its responses, and a command to try it.',
  document: 'OpenAPI 3.1 document',
  documentFor: 'to generate clients',
  operations: 'Operations',
  command: 'Command',
  parameters: 'Parameters',
  parametersOf: (operation: string) => `Parameters of ${operation}`,
  name: 'Name',
  place: 'In',
  required: 'required',
  meaning: 'Description',
  body: 'Body',
  answers: 'Responses',
  of: (part: string, operation: string) => `${part} of ${operation}`,
  headers: 'Headers:',
  schemas: 'Schemas',
};

export type DocsWords = typeof docs;
