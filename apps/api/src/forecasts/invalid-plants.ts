/** Clients take headers of some kilobytes: the names beyond are left out. */
const MAX_HEADER_LENGTH = 4_096;

/** Names the plants that were left out of a response. */
export function invalidPlants(names: readonly string[]): Record<string, string> {
  return names.length > 0 ? { 'X-Invalid-Plant': headerOf(names) } : {};
}

/** Names between commas; percent-encoded, as a header holds no other letters than ASCII. */
function headerOf(names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const longer = `${text === '' ? '' : `${text}, `}${encodeURIComponent(name)}`;
    if (longer.length > MAX_HEADER_LENGTH) break;
    text = longer;
  }
  return text;
}
