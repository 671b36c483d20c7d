/** The end of what replaces the address of a deleted account. `.invalid` receives no mail (RFC 2606). */
export const ERASED = '@erased.invalid';
