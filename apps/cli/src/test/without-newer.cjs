/** Takes away what Node 20.19 does not have of the language: loaded before the one file, in each of its threads. */
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
const NEWER = [
  [URL, ['parse']],
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Array, ['fromAsync']],
  [RegExp, ['escape']],
  [Error, ['isError']],
  [Promise, ['withResolvers', 'try']],
  [Uint8Array, ['fromBase64', 'fromHex']],
  [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
  [
    Set.prototype,
    ['union', 'difference', 'intersection', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ],
  [iterators, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
  [globalThis, ['Iterator', 'Float16Array', 'WebSocket', 'Navigator']],
];
for (const [owner, names] of NEWER) for (const name of names) delete owner[name];
