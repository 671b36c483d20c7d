/** Node reads no TSX. Once for each process: a file that is set up is run again for every file of tests. */
await import('./packages/pdf/src/register-tsx.ts');
