import type { Webhook, WebhookRequest } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { periodOf, type Period } from '../../times.js'
import { findWebhook, requestsPath, webhooksPath } from './inbound_find.js'

const MOST = 1000

export async function listWebhooks(factory: Factory): Promise<void> {
  const rows = await (await factory.api()).all<Webhook>(webhooksPath)
  await factory.printList(
    rows,
    [
      { title: 'For', text: (one) => one.targetName ?? '' },
      { title: 'Type', text: (one) => one.targetType },
      { title: 'Address', text: (one) => one.webhookUrl, whole: true },
      { title: 'Verification', text: (one) => one.verification },
      { title: 'Answer', text: (one) => (one.mode === 'wait' ? 'waits' : 'immediately') },
      { title: 'Id', text: (one) => one.id, onlyPiped: true },
    ],
    'No inbound webhooks.'
  )
}

export interface ListRequestsOptions extends Period {
  webhook?: string
  outcome?: string
  limit: string
}

export async function listRequests(factory: Factory, options: ListRequestsOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const within = periodOf(options)
  const api = await factory.api()
  const { webhook, outcome } = options
  const addressId = webhook && (await findWebhook(api, webhook)).id
  const filter = { outcome, addressId, ...within }
  const { rows, total } = await api.page<WebhookRequest>(requestsPath, { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Request', text: (one) => one.id, whole: true },
      { title: 'Method', text: (one) => one.method },
      {
        title: 'Outcome',
        text: (one) => one.outcome,
        style: ({ status }, colors) => (status < 300 ? colors.green : colors.red),
      },
      { title: 'Code', text: (one) => String(one.status), align: 'right' },
      { title: 'Bytes', text: (one) => String(one.size), align: 'right' },
      {
        title: 'Received',
        text: (one) => formatRelative(one.createdAt),
        raw: (one) => one.createdAt,
      },
      { title: 'Execution', text: (one) => one.executionId?.slice(0, 8) ?? '' },
      { title: 'Reason', text: (one) => one.reason ?? '' },
    ],
    'No requests.'
  )
  noteTruncation(factory, rows.length, total, 'requests')
}
