import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Each guess costs 32 MiB of memory and some tenths of a second. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 32

const keyOf = (password: string, salt: Buffer): Promise<Buffer> =>
  derive(password.normalize('NFC'), salt, keyBytes, cost)

/** The stored form of a password: a salt and the salted hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await keyOf(password, salt)).toString('base64url')}`
}

/** Whether a password matches the stored one. */
export async function isPassword(given: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  return timingSafeEqual(await keyOf(given, Buffer.from(salt)), Buffer.from(key))
}
