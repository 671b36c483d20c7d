export interface Names {
  /** As the customer entered it, in any script, at most 80 characters. */
  preparedFor?: string | null;
  preparedBy?: string | null;
  serviceName: string;
}
