import type { Webhook, WebhookRequest } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { formatRelative } from '../../output/format.js'

export const webhooksPath = '/api/integrations/webhooks'
export const requestsPath = '/api/integrations/webhook-requests'

/** Part of an id is looked up among this many of the newest requests. */
const NEWEST = 1000

/** Finds a webhook by the name of its workflow or endpoint, by any part of its ids, or by its address. */
export async function findWebhook(api: ApiClient, typed: string): Promise<Webhook> {
  const rows = await api.all<Webhook>(webhooksPath)
  const called = rows.find(({ webhookUrl }) => webhookUrl === typed)
  return (
    called ??
    pick(rows, typed, {
      one: 'webhook',
      list: 'crossdock webhooks inbound list',
      ids: ({ id, workflowId, endpointId }) =>
        [id, workflowId ?? '', endpointId ?? ''].filter(Boolean),
      name: (one) => one.targetName ?? '',
      about: (one) => `${one.targetType} ${one.targetName ?? ''}`,
    })
  )
}

export async function findRequestId(api: ApiClient, typed: string): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  const { rows } = await api.page<WebhookRequest>(requestsPath, {}, 0, NEWEST)
  const found = pick(rows, typed, {
    one: 'request',
    list: 'crossdock webhooks inbound requests',
    ids: ({ id }) => [id],
    about: (one) => `${one.outcome}, ${formatRelative(one.createdAt)}`,
  })
  return found.id
}
