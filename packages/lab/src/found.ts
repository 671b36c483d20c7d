/** @throws when the lab's provider has no such object: the test or demo named a wrong one */
export function found<T>(map: Map<string, T>, id: string): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`the lab's payment provider holds no ${id}`);
  return value;
}
