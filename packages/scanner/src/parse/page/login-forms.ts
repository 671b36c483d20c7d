interface Form {
  password: boolean;
  method: string;
  /** Null: the form goes to the page itself. */
  action: string | null;
}

/** Each form with a password field, as `POST https://example.com/login`. */
export function loginForms(forms: readonly Form[], page: string): string[] {
  return forms
    .filter(({ password }) => password)
    .map(({ method, action }) => `${method.toUpperCase()} ${action ?? page}`);
}
