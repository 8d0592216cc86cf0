import { ask } from '@crossdock/kernel/database'
import { loggable } from '@crossdock/kernel/ground'
import { logger } from '@crossdock/kernel/plugin'
import { contentStore, type StoredContent } from '@crossdock/kernel/storage'
import type { KnownSecrets } from '@crossdock/kernel/secrets'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { wholeBody, type WholeBody } from './shown.js'

export const bodyParts = ['request', 'response'] as const
export type BodyPart = (typeof bodyParts)[number]

/** Bodies that are too long for a row, in the content store. */
export type StoredBodies = Partial<Record<BodyPart, StoredContent | undefined>>

type Data = Record<string, unknown> | null

/**
 * Writes a long body to the content store, masked as in its row. Call it before the transaction that writes the
 * row and records the content. If the store fails, only the body is lost: the row must be written because the call
 * was made.
 * @param shown the body as the row stores it
 */
export async function storeBody(
  data: Data,
  shown: Data,
  secrets: KnownSecrets
): Promise<StoredContent | undefined> {
  const whole = wholeBody(data, secrets)
  if (!whole || !shown) return undefined
  const bytes = Buffer.from(whole.text)
  const source = (async function* () {
    yield bytes
  })()
  try {
    const stored = await contentStore.use().write(source, { maxBytes: bytes.length })
    Object.assign(shown.body as object, { stored: whole.form })
    return stored
  } catch (error) {
    logger.use().error({ err: loggable(error) }, 'the body of a call could not be stored')
    return undefined
  }
}

/** Returns the form of a stored body, as its row says: complete JSON or text, or the start of the text. */
export function formOf(shown: Data): WholeBody['form'] | undefined {
  const { body } = shown ?? {}
  const form = (body as { stored?: unknown } | null | undefined)?.stored
  return form === 'json' || form === 'text' || form === 'start' ? form : undefined
}

/** Returns the contents among these that log rows still reference. */
export async function contentsOfLogs(ids: readonly string[]): Promise<string[]> {
  const named = bodyParts.map(
    (part) =>
      `exists (select 1 from integration_logs where tenant_id = ? and ${part}_content_id = asked.id)`
  )
  const rows = await ask<{ id: string }>(
    `with asked(id) as (values ${ids.map(() => '(?)').join()})
     select id from asked where ${named.join(' or ')}`,
    [...ids, ...bodyParts.map(() => currentTenantId())]
  )
  return rows.map(({ id }) => id)
}
