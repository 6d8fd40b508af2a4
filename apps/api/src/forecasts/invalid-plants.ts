/** Maximum bytes of the header, as clients accept some kilobytes: further names are left out. */
const MAX_HEADER_LENGTH = 4_096;

/** Names the plants that were left out of a response. */
export function invalidPlants(names: readonly string[]): Record<string, string> {
  return names.length > 0 ? { 'X-Invalid-Plant': headerOf(names) } : {};
}

/** Joins names with commas; percent-encoded, because a header has ASCII letters only. */
function headerOf(names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const longer = `${text === '' ? '' : `${text}, `}${encodeURIComponent(name)}`;
    if (longer.length > MAX_HEADER_LENGTH) break;
    text = longer;
  }
  return text;
}
