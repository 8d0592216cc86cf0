import { parseObject } from '../json/index.js'
import { SecretError, secrets } from '../secrets/index.js'
import { Answer } from '../http/answer.js'

/** An answer may hold what is shown once and never again (a token), so it is sealed; longer ones are not kept. */
const maxBytes = 256 * 1024

const contextOf = (id: string) => `idempotency_keys:${id}`

/** The sealed answer of the row `id`; null for one too long to be kept. */
export function seal({ status, headers, body }: Answer<unknown>, id: string): string | null {
  const text = JSON.stringify({ status, headers, body })
  return Buffer.byteLength(text) > maxBytes ? null : secrets.use().seal(text, contextOf(id))
}

/** The answer once more, saying so; undefined when its key is gone, or a newer version wrote it otherwise. */
export function open(sealed: string, id: string): Answer<unknown> | undefined {
  const { status, headers, body } = parseObject(textOf(sealed, id)) ?? {}
  if (typeof status !== 'number') return undefined
  return new Answer(status, body, {
    ...(headers as Record<string, string> | undefined),
    'idempotency-replayed': 'true',
  })
}

function textOf(sealed: string, id: string): string {
  try {
    return secrets.use().open(sealed, contextOf(id))
  } catch (error) {
    if (error instanceof SecretError) return ''
    throw error
  }
}
