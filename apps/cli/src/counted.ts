/** How many there are of something: `2 files`, `1 entry`. The plural is with an s unless it is named. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
