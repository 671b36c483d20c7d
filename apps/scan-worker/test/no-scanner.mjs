/** A scanner that dies at every start. */
process.exit(1);
