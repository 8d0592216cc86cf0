import { parseObject } from '../json/index.js'
import { SecretError, secrets } from '../secrets/index.js'
import { Answer } from '../http/answer.js'

/** An answer may hold what is shown once and never again (a token), so it is sealed; longer ones are not kept. */
const maxBytes = 256 * 1024

const contextOf = (id: string) => `idempotency_keys:${id}`

/** An answer, and the rights of whoever got it. */
export interface Kept {
  answer: Answer<unknown>
  rights: string
}

/** The sealed answer of the row `id`; null for one too long to be kept. */
export function seal({ answer, rights }: Kept, id: string): string | null {
  const { status, headers, body } = answer
  const text = JSON.stringify({ status, headers, body, rights })
  return Buffer.byteLength(text) > maxBytes ? null : secrets.use().seal(text, contextOf(id))
}

/** The answer once more, saying so; undefined when its key is gone, or another version wrote it otherwise. */
export function open(sealed: string, id: string): Kept | undefined {
  const { status, headers, body, rights } = parseObject(textOf(sealed, id)) ?? {}
  if (typeof status !== 'number' || typeof rights !== 'string') return undefined
  const again = { ...(headers as Record<string, string> | undefined), ...replayed }
  return { answer: new Answer(status, body, again), rights }
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
