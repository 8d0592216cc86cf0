import { notFound } from '@crossdock/kernel/ground'
import { contentStore } from '@crossdock/kernel/storage'
import { assetLibrary } from '@crossdock/backend/assets'
import { bodyParts, formOf, type BodyPart } from '../calls/stored_bodies.js'
import { IntegrationLog } from '../models/integration_log.js'

/**
 * Returns a stored body as a text file. Data about a file is hidden together with the file.
 * @throws Problem 404 for calls without a stored body, and for files in folders that the caller may not open
 */
export async function bodyOfLog(id: string, part: string | undefined) {
  const log = await IntegrationLog.find(id)
  const named = bodyParts.find((one) => one === part)
  const contentId = log && named ? log[`${named}ContentId`] : null
  if (!log || !named || contentId === null || (await isClosed(log))) {
    throw notFound('The call "{id}" has no stored body of this name.', id)
  }
  const isJson = formOf(log[`${named}Data`]) === 'json'
  return {
    fileName: `call-${id}-${named}.${isJson ? 'json' : 'txt'}`,
    contentType: `${isJson ? 'application/json' : 'text/plain'}; charset=utf-8`,
    parts: (assertAllowed: () => Promise<void>) => textOf(contentId, assertAllowed),
  }
}

export const isClosed = async ({ assetId }: Pick<IntegrationLog, 'assetId'>): Promise<boolean> =>
  assetId !== null && (await assetLibrary.use().findClosed([assetId])).has(assetId)

/** Returns the complete stored text of a body. Call it outside of any transaction. */
export async function storedText(log: IntegrationLog, part: BodyPart): Promise<string | null> {
  const contentId = log[`${part}ContentId`]
  if (contentId === null) return null
  let whole = ''
  for await (const piece of textOf(contentId, async () => {})) whole += piece
  return whole
}

async function* textOf(contentId: string, assertAllowed: () => Promise<void>) {
  const decoder = new TextDecoder()
  let isFirst = true
  for await (const piece of await contentStore.use().read(contentId)) {
    if (!isFirst) await assertAllowed()
    isFirst = false
    yield decoder.decode(piece as Uint8Array, { stream: true })
  }
}
