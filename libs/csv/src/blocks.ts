import { because, rejectFile } from '@solano/domain/kernel';

/** Fields of a record. Files have some tens of columns. */
const MAX_FIELDS = 200;
/** A block ends with the first record that reaches this. */
const BLOCK_CHARACTERS = 65_536;

const QUOTE = 0x22;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** Whole records of a CSV text. */
export interface CsvBlock {
  readonly text: string;
  /** The line on which it starts; the first of the text is 1. */
  readonly line: number;
  /** The line on which each of its records starts; empty lines are not records. */
  readonly lines: readonly number[];
  readonly hasQuotes: boolean;
}

/**
 * Cuts CSV into blocks of whole records as they are read: a reader that stops early has not parsed
 * the rest.
 *
 * @throws SolanoError `invalid_rows` at a record with too many fields, before that is parsed.
 */
export function* blocksOf(text: string, delimiter: string): Generator<CsvBlock> {
  const separator = delimiter.charCodeAt(0);
  let block = blockAt(0, 1);
  let record = { start: 0, line: 1, fields: 1 };
  let line = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      isQuoted = !isQuoted;
      block.hasQuotes = true;
    } else if (code === separator && !isQuoted) {
      record.fields += 1;
      if (record.fields > MAX_FIELDS) rejectFields(record.line);
    } else if (endsLine(text, at, code)) {
      line += 1;
      if (isQuoted) continue;
      if (!isEmpty(text, record.start, at)) block.lines.push(record.line);
      record = { start: at + 1, line, fields: 1 };
      if (record.start - block.start < BLOCK_CHARACTERS) continue;
      yield { ...block, text: text.slice(block.start, record.start) };
      block = blockAt(record.start, line);
    }
  }
  if (block.start === text.length) return;
  if (record.start < text.length) block.lines.push(record.line);
  yield { ...block, text: text.slice(block.start) };
}

function blockAt(start: number, line: number) {
  return { start, line, lines: [] as number[], hasQuotes: false };
}

/** Whether a line ends here: after a carriage return with a line feed it ends at the latter. */
function endsLine(text: string, at: number, code: number): boolean {
  if (code === LINE_FEED) return true;
  return code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED;
}

/** Whether a line holds nothing but its end. */
function isEmpty(text: string, start: number, end: number): boolean {
  if (start === end) return true;
  return start + 1 === end && text.charCodeAt(start) === CARRIAGE_RETURN;
}

function rejectFields(line: number): never {
  return rejectFile(because('too_many_fields', { max: MAX_FIELDS }), line);
}
