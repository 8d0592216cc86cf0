import { createHmac, randomInt } from 'node:crypto'
import { settings } from '@crossdock/kernel/settings'

/** Without letters and digits that look alike on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const half = 5

/** Ten letters of 31: 49 bits, in two halves. */
export function newRecoveryCode(): string {
  const pick = () => Array.from({ length: half }, () => letters[randomInt(letters.length)]).join('')
  return `${pick()}-${pick()}`
}

/** The stored hash. Ignores case, spaces and dashes. A code belongs to one person. */
export function hashOfCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', settings.use().APP_KEY)
    .update(`recovery code\0${userId} ${plain}`)
    .digest('hex')
}
