import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** 32 MiB and some tenths of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 32

const keyOf = (password: string, salt: Buffer): Promise<Buffer> =>
  derive(password.normalize('NFC'), salt, keyBytes, cost)

/** A password as it is stored: a salt and its salted hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await keyOf(password, salt)).toString('base64url')}`
}

/** Whether a password matches the stored one. */
export async function isPassword(given: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  return timingSafeEqual(await keyOf(given, Buffer.from(salt)), Buffer.from(key))
}
