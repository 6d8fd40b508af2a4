import { INCOMING_FOLDER } from '@solano/domain/kernel';

const RESERVED = /^\.solano-incoming~*$/;

/** The name of the file or folder of a key's segment: itself, but for the one name in use. */
export function fileNameOf(segment: string): string {
  return RESERVED.test(segment) ? `${segment}~` : segment;
}

/** The segment that {@link fileNameOf} gave the name to, if there is one. */
export function segmentOf(fileName: string): string | undefined {
  if (fileName === INCOMING_FOLDER) return undefined;
  return RESERVED.test(fileName) ? fileName.slice(0, -1) : fileName;
}
