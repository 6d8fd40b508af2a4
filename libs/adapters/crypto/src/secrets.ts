import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '@solano/domain/service';

const ID_CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;

/** 32 characters of 62 are 190 random bits. */
const SECRET_CHARACTERS = `${ID_CHARACTERS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const SECRET_LENGTH = 32;

const SIGNING_KEY_BYTES = 32;

/** Secrets from the random source and the hash functions of `node:crypto`. */
export class NodeSecrets implements Secrets {
  newKeyId(): string {
    return randomText(ID_CHARACTERS, ID_LENGTH);
  }

  newSecret(): string {
    return randomText(SECRET_CHARACTERS, SECRET_LENGTH);
  }

  newSigningKey(): string {
    return randomBytes(SIGNING_KEY_BYTES).toString('base64');
  }

  digest(secret: string): string {
    return hash('sha256', secret);
  }

  matches(secret: string, digest: string): boolean {
    const [own, stored] = [Buffer.from(this.digest(secret)), Buffer.from(digest)];
    return own.length === stored.length && timingSafeEqual(own, stored);
  }
}

/** `randomInt` is free of the bias that a remainder of random bytes would have. */
function randomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}
