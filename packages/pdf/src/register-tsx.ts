/**
 * `node --import ./packages/pdf/src/register-tsx.ts …`: documents and mails are written in TSX, which Node does not read.
 * tsx keeps what it has translated in `<temporary folder>/tsx-<user id>` and runs what it finds there, whichever user made
 * that folder. So its cache is off; it would save a tenth of a second at each start.
 */
process.env['TSX_DISABLE_CACHE'] = '1';
const { register } = await import('tsx/esm/api');
register();
