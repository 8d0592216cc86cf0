import { parseObject } from '../json/index.js'
import { SecretError, secrets } from '../secrets/index.js'
import { Answer } from '../http/answer.js'

/**
 * Longer answers are not kept. Kept ones are encrypted, because one may hold a value that is shown only once (a
 * token).
 */
const maxBytes = 256 * 1024

const contextOf = (id: string) => `idempotency_keys:${id}`

/** An answer, and the permissions of its receiver. */
export interface Kept {
  answer: Answer<unknown>
  rights: string
}

/** The sealed answer of the row `id`; null if it is too long to keep. */
export function seal({ answer, rights }: Kept, id: string): string | null {
  const { status, headers, body } = answer
  const text = JSON.stringify({ status, headers, body, rights })
  return Buffer.byteLength(text) > maxBytes ? null : secrets.use().seal(text, contextOf(id))
}

/**
 * Decrypts an answer and marks it as replayed. Undefined when the encryption key is gone, or another version
 * wrote another format.
 */
export function open(sealed: string, id: string): Kept | undefined {
  const { status, headers, body, rights } = parseObject(textOf(sealed, id)) ?? {}
  if (typeof status !== 'number' || typeof rights !== 'string') return undefined
  const headersAgain = { ...(headers as Record<string, string> | undefined), ...replayed }
  return { answer: new Answer(status, body, headersAgain), rights }
}

const replayed = { 'idempotency-replayed': 'true' }

function textOf(sealed: string, id: string): string {
  try {
    return secrets.use().open(sealed, contextOf(id))
  } catch (error) {
    if (error instanceof SecretError) return ''
    throw error
  }
}
