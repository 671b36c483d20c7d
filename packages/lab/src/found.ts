/** @throws when the lab's provider has no such object, because the test or demo used a wrong id */
export function found<T>(map: Map<string, T>, id: string): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`the lab's payment provider has no ${id}`);
  return value;
}
