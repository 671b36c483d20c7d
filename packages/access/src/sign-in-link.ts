/** How long a mailed sign-in link works. */
export const SIGN_IN_LINK_MINUTES = 15;
