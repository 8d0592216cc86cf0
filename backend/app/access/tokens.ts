import { createHmac, hash as digest, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { settings } from '@crossdock/kernel/settings'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const linkLetters = 40

/** The secret part of a link: 228 random bits as letters, safe in every mail program and address. */
export function newLinkToken(): string {
  return Array.from({ length: linkLetters }, () => letters[randomInt(letters.length)]).join('')
}

/** The secret part of a session cookie. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The stored form of random secrets; a plain hash is enough for 200 and more bits. */
export const hash = (secret: string): string => digest('sha256', secret)

/** A keyed hash, for values that are short enough to guess and values that only this installation may issue. */
export function mac(purpose: string, text: string): string {
  return createHmac('sha256', settings.use().APP_KEY).update(`${purpose}\0${text}`).digest('hex')
}

/** Compares in constant time, so that the duration does not reveal where two texts differ. */
export function equalsInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
