/* oxlint-disable no-extend-native -- the language's own methods, where Node 20 lacks them */
import { setMaxListeners } from 'node:events';

/**
 * Language features that the scanner uses and Node 20 lacks. The single-file command line runs there too; the repository itself
 * needs the pinned Node. Each follows the standard as far as it is used here.
 */
function addMissing(target: object, methods: Readonly<Record<string, (...args: never[]) => unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

// WHATWG URL §6.1, Node 22.1
addMissing(URL, {
  parse: (url: string, base?: string | URL) => (URL.canParse(url, base) ? new URL(url, base) : null),
});

// ECMAScript 2025, Node 22
addMissing(Set.prototype, {
  union(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this, ...other]);
  },
  difference(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((one) => !other.has(one)));
  },
  intersection(this: Set<unknown>, other: Set<unknown>) {
    return new Set([...this].filter((one) => other.has(one)));
  },
  isSubsetOf(this: Set<unknown>, other: Set<unknown>) {
    return [...this].every((one) => other.has(one));
  },
  isSupersetOf(this: Set<unknown>, other: Set<unknown>) {
    return [...other].every((one) => this.has(one));
  },
  isDisjointFrom(this: Set<unknown>, other: Set<unknown>) {
    return ![...this].some((one) => other.has(one));
  },
});

// ECMAScript 2024, Node 21
addMissing(Map, {
  groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
    const groups = new Map<Key, Item[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, (index += 1) - 1);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  },
});

addMissing(Promise, {
  withResolvers<T>() {
    let settle: Partial<PromiseWithResolvers<T>> = {};
    const promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject };
    });
    return { promise, ...settle };
  },
});

// ECMAScript 2025, iterator helpers: only those used here, implemented with an array.
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
addMissing(iterators, {
  map(this: Iterable<unknown>, change: (value: unknown) => unknown) {
    return [...this].map((one) => change(one)).values();
  },
  filter(this: Iterable<unknown>, wanted: (value: unknown) => boolean) {
    return [...this].filter((one) => wanted(one)).values();
  },
  some(this: Iterable<unknown>, wanted: (value: unknown) => boolean) {
    return [...this].some((one) => wanted(one));
  },
  every(this: Iterable<unknown>, wanted: (value: unknown) => boolean) {
    return [...this].every((one) => wanted(one));
  },
  find(this: Iterable<unknown>, wanted: (value: unknown) => boolean) {
    return [...this].find((one) => wanted(one));
  },
  toArray(this: Iterable<unknown>) {
    return [...this];
  },
});

// Node 20 counts the listeners of an AbortSignal and warns above ten. A scan has more, and removes each of them.
if (Number(process.versions.node.split('.')[0]) < 22) setMaxListeners(0);
