/** A token as a complete text (RFC 9110 §5.6.2), such as the name of a field. */
export const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/u;
