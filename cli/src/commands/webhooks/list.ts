import type { WebhookDelivery, WebhookEventType } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { findRecord } from '../../records/find.js'
import { instantOf } from '../../times.js'
import { webhookKind } from './kind.js'

const MOST = 1000

export interface DeliveriesOptions {
  status?: string
  event?: string
  since?: string
  limit: string
}

export async function listDeliveries(
  factory: Factory,
  typed: string,
  options: DeliveriesOptions
): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const since = options.since && instantOf('--since', options.since, { counting: 'back' })
  const api = await factory.api()
  const { id } = await findRecord(api, webhookKind, typed)
  const filter = { status: options.status, eventType: options.event, since }
  const path = `${webhookKind.path}/${id}/deliveries`
  const { rows, total } = await api.page<WebhookDelivery>(path, { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Delivery', text: (one) => one.id, whole: true },
      { title: 'Event', text: (one) => one.eventType },
      {
        title: 'Status',
        text: (one) => one.status,
        style: ({ status }, colors) => (status === 'delivered' ? colors.green : colors.yellow),
      },
      { title: 'Code', text: (one) => String(one.statusCode ?? ''), align: 'right' },
      { title: 'Attempts', text: (one) => `${one.attempts} of ${one.maxAttempts}` },
      {
        title: 'Created',
        text: (one) => formatRelative(one.createdAt),
        raw: (one) => one.createdAt,
      },
      {
        title: 'Next attempt',
        text: (one) => (one.nextAttemptAt ? formatRelative(one.nextAttemptAt) : ''),
        raw: (one) => one.nextAttemptAt ?? '',
      },
      { title: 'Error', text: (one) => one.error ?? '' },
    ],
    'No deliveries.'
  )
  noteTruncation(factory, rows.length, total, 'deliveries')
}

export async function listEventTypes(factory: Factory): Promise<void> {
  const rows = await (await factory.api()).get<WebhookEventType[]>('/api/webhooks/event-types')
  await factory.printList(
    rows,
    [
      { title: 'Type', text: ({ name }) => name, whole: true },
      { title: 'Group', text: ({ group }) => group ?? '' },
      { title: 'Description', text: ({ description }) => description },
    ],
    'No event types that you may read.'
  )
}
