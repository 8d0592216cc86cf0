import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import type { Webhook } from './model.js'
import { webhookPath } from './paths.js'

/** Webhooks for the command palette. */
export async function findWebhooks(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<Webhook>(api, 'webhooks', query, signal)
  return found.map((webhook) => ({
    id: webhook.id,
    label: webhook.name,
    detail: webhook.url,
    to: webhookPath(webhook),
  }))
}
