import { because, rejectFile } from '@solano/domain/kernel';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
}

/** Bytes in which UTF-16 without a byte order mark shows itself. */
const SAMPLE = 1_024;
/**
 * Characters that are rare in Western European text, and frequent where bytes of DOS or old Mac
 * encodings are read as windows-1252.
 */
const FOREIGN = /[‚ƒ„†‡ˆ‰Š‹ŒŽ˜š›œžŸ¢£¤¥¦¨¬¯¶¸¹×÷\u0080-\u009F]|\p{L}[\u00A0¡—–’]\p{L}/u;

/**
 * The text of a file: UTF-8, UTF-16 (with a byte order mark or mostly of ASCII), else windows-1252,
 * which spreadsheets call Latin-1 or ANSI.
 *
 * @throws SolanoError `invalid_rows` for anything else; bytes are never replaced.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  const text = encoding === undefined ? undefined : tryDecode(bytes, encoding);
  if (encoding !== undefined && text !== undefined) {
    if (text.includes('\0')) return rejectFile(because('not_text'));
    return { text, encoding };
  }
  const western = tryDecode(bytes, 'windows-1252');
  if (encoding !== undefined || western === undefined || FOREIGN.test(western)) {
    return rejectFile(because('unknown_encoding'));
  }
  return { text: western, encoding: 'windows-1252' };
}

/** The encoding that the first bytes prove; UTF-8 where all are; undefined if nothing is proved. */
function encodingOf(bytes: Uint8Array): Encoding | undefined {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  const wide = wideEncodingOf(bytes.subarray(0, SAMPLE));
  if (wide) return wide;
  return tryDecode(bytes, 'utf-8') === undefined ? undefined : 'utf-8';
}

/** UTF-16 of mostly ASCII has a NUL in every other byte, always the same one of each pair. */
function wideEncodingOf(sample: Uint8Array): Encoding | undefined {
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = nuls;
  const many = sample.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

function tryDecode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
