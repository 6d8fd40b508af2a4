import { Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type Bytes, invalidRequest, SolanoError } from '@solano/domain/kernel';
import type { Sealer } from '@solano/domain/operations';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** The first bytes of an age file. */
const AGE = 'age-encryption.org/';
/** The message of age for a file that was sealed with another key. */
const OTHER_KEY = /^no identity matched/;

/** A new key for {@link StreamSealer}: an age identity, as `age-keygen` makes them. */
export function newBackupKey(): Promise<string> {
  return generateX25519Identity();
}

/** Compresses as `zstd` does and, with a key, encrypts as `age` does. */
export class StreamSealer implements Sealer {
  readonly #key: string | undefined;

  /** @param key an age identity, `AGE-SECRET-KEY-1…`. */
  constructor(key: string | undefined) {
    this.#key = key;
  }

  get isEncrypting(): boolean {
    return this.#key !== undefined;
  }

  async *seal(content: Bytes): AsyncGenerator<Uint8Array> {
    const compressed = piped(content, createZstdCompress());
    if (this.#key === undefined) {
      yield* compressed;
      return;
    }
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(this.#key));
    yield* await encrypter.encrypt(webStream(compressed));
  }

  async *open(content: Bytes, isEncrypted: boolean): AsyncGenerator<Uint8Array> {
    try {
      const compressed = isEncrypted ? await this.#decrypted(content) : content;
      yield* piped(compressed, createZstdDecompress());
    } catch (cause) {
      if (cause instanceof SolanoError) throw cause;
      const { message } = cause as Error;
      const reason = OTHER_KEY.test(message) ? 'BACKUP_KEY is not the key of it' : message;
      throw invalidRequest(`The backup cannot be read: ${reason}`, { cause });
    }
  }

  /** Content that is not encrypted is rejected, because anyone can have made it. */
  async #decrypted(content: Bytes): Promise<Bytes> {
    const { head, all } = await peek(content);
    if (!head.startsWith(AGE)) throw new Error('it is not encrypted, though it says so');
    if (this.#key === undefined) throw new Error('it is encrypted, and BACKUP_KEY is not set');
    const decrypter = new Decrypter();
    decrypter.addIdentity(this.#key);
    return decrypter.decrypt(webStream(all));
  }
}

/** The first bytes as text, and the content with them. */
async function peek(content: Bytes): Promise<{ head: string; all: Bytes }> {
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  const bytes = first.done ? new Uint8Array() : first.value;
  const head = Buffer.from(bytes.subarray(0, AGE.length)).toString('latin1');
  return { head, all: following(bytes, { [Symbol.asyncIterator]: () => chunks }) };
}

async function* following(first: Uint8Array, rest: Bytes): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** A stream that others read here; an error of the source is thrown where it is read. */
function piped(content: Bytes, through: ReturnType<typeof createZstdCompress>): Bytes {
  const source = Readable.from(content);
  source.on('error', (error) => through.destroy(error));
  // The reader gets the error; until there is one, it must not end the process.
  through.on('error', () => undefined);
  through.on('close', () => source.destroy());
  return source.pipe(through) as Bytes;
}

function webStream(content: Bytes): ReadableStream<Uint8Array> {
  return ReadableStream.from(content);
}
