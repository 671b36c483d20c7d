export interface Names {
  /** As given by the customer, in any script, at most 80 characters. */
  preparedFor?: string | null;
  preparedBy?: string | null;
  serviceName: string;
}
