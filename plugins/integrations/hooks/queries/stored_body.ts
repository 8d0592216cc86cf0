import { ask } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { bytesInRow } from '../limits.js'
import type { WebhookRequest } from '../models/webhook_request.js'

/** Returns the body of a stored request; null if none was stored. Call it outside of any transaction. */
export async function bodyOf({
  body,
  contentId,
}: Pick<WebhookRequest, 'body' | 'contentId'>): Promise<Buffer | null> {
  if (contentId === null) return body && Buffer.from(body)
  const pieces: Buffer[] = []
  for await (const piece of await contentStore.use().read(contentId)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/**
 * Prepares a body for its row. A long body is written to the content store. Call it before the transaction that
 * writes the row.
 */
export async function keepBody(bytes: Buffer) {
  if (bytes.length === 0) return { body: null, stored: null }
  if (bytes.length <= bytesInRow) return { body: bytes, stored: null }
  const source = (async function* () {
    yield bytes
  })()
  return { body: null, stored: await contentStore.use().write(source, { maxBytes: bytes.length }) }
}

/** Returns the contents among these that stored requests still reference. */
export async function contentsOfRequests(ids: readonly string[]): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    `with asked(id) as (values ${ids.map(() => '(?)').join()})
     select id from asked where exists (
       select 1 from webhook_requests where tenant_id = ? and content_id = asked.id
     )`,
    [...ids, currentTenantId()]
  )
  return rows.map(({ id }) => id)
}
