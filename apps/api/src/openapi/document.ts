/** The part of an OpenAPI 3.1 document that is completed here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  format?: string;
  description?: string;
  pattern?: string;
  minimum?: number;
  minItems?: number;
  [other: string]: unknown;
}

interface MediaType {
  schema?: Schema;
  example?: unknown;
}

export interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
    example?: unknown;
  }[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses?: Record<string, Answer>;
}

export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers?: { url: string; description?: string }[];
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Answer>;
    headers?: Record<string, unknown>;
    securitySchemes?: Record<string, unknown>;
  };
}
