/** A scanner that dies at each of its starts. */
process.exit(1);
