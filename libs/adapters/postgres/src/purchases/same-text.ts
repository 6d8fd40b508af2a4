/** A condition that an index on the hash serves. */
export function sameText(column: string, value: string): string {
  return `hashtextextended(${column}, 0) = hashtextextended(${value}, 0) AND ${column} = ${value}`;
}
