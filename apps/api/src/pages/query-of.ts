/** The query of a request's URL with its `?`, or nothing. A second `?` belongs to the query (RFC 3986 §3.4). */
export function queryOf(url: string): string {
  return /\?.*/.exec(url)?.[0] ?? '';
}
