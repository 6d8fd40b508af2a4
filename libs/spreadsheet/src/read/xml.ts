import { Parser } from 'saxen';
import { rejectWorkbook } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

/** The events of an XML part. Names have no prefix. */
export interface XmlReader {
  open?(name: string, attributes: () => Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Bytes that are parsed at once: a part as one text could be longer than texts may be. A tag or text
 * is shorter than this in every workbook; the parser reads a longer one again with each piece.
 */
const PIECE_BYTES = 1024 * 1024;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Reads an XML part, in UTF-8 or UTF-16. A document type, and with it every entity of its own, is
 * rejected; nothing outside the part is ever looked at. Errors: `invalid_rows`.
 */
export function readXml(bytes: Uint8Array, reader: XmlReader): void {
  const parser = new Parser();
  /** Whether a tag has ended in the piece. */
  let isAdvancing = false;
  parser.on('openTag', (name, attributes) => {
    isAdvancing = true;
    reader.open?.(localName(name), () => decodedAttributes(attributes()));
  });
  parser.on('closeTag', (name) => {
    isAdvancing = true;
    reader.close?.(localName(name));
  });
  parser.on('text', (text) => reader.text?.(decodeEntities(text)));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('attention', () => rejectWorkbook('it has a document type'));
  parser.on('warn', malformed);
  parser.on('error', malformed);
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    isAdvancing = false;
    parser.write(decode(decoder, piece));
    if (!isAdvancing && piece.length === PIECE_BYTES) {
      rejectWorkbook('its XML has a tag or text of more than a megabyte');
    }
  }
  parser.end();
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    return rejectWorkbook('its XML is not UTF-8');
  }
}

function encodingOf([a, b]: Uint8Array): string {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
}

/** An error that was thrown by the reader itself comes out of the parser as it is. */
function malformed(): never {
  return rejectWorkbook('its XML is malformed');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodedAttributes(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, value]) => [name, decodeEntities(value)]));
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
