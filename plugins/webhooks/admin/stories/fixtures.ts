import type {
  WebhookAttempt,
  WebhookDeliveryDetails,
  WebhookEventType,
  WebhookStats,
} from '@crossdock/client'
import { sessions } from '../../../../admin/.storybook/sessions.js'
import type { Delivery, Webhook } from '../model.js'

/** The request that a story's fake server passes to its handlers. */
interface Call {
  params: Record<string, string>
  query: URLSearchParams
}

const MINUTE = 60_000
export const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

const may = (permissions: string[]) => ({
  ...sessions.member!,
  permissions: ['activity.read', 'assets.read', 'environments.read', ...permissions],
})
/** A person of each role that the plugin distinguishes. */
export const people = {
  manager: may(['webhooks.read', 'webhooks.write']),
  reader: may(['webhooks.read']),
}

export const webhook = (part: Partial<Webhook>): Webhook => ({
  id: 'wh_1',
  name: 'Boreal order system',
  description: null,
  url: 'https://orders.boreal-parts.example/hooks/crossdock',
  ratePerSecond: 20,
  eventTypes: ['file_upload', 'flow_completed'],
  isActive: true,
  status: 'active',
  conditions: [{ value: 'event.payload.name', operator: 'contains', other: 'invoice' }],
  headers: [{ name: 'X-Tenant', value: '••••••••' }],
  disabledReason: null,
  disabledCode: null,
  failures: 0,
  failingSince: null,
  previousSecretUntil: null,
  secretCreatedAt: '2026-11-03T09:00:00.000Z',
  receiverPage: null,
  createdAt: '2026-11-03T09:00:00.000Z',
  updatedAt: '2026-11-03T09:00:00.000Z',
  createdBy: { id: 'usr_1', name: 'Mara Lindqvist' },
  lastDelivery: { at: ago(2), status: 'delivered', statusCode: 200 },
  ...part,
})

/** One webhook of each state. */
export const webhooks: Webhook[] = [
  webhook({}),
  webhook({
    id: 'wh_2',
    name: 'Fjord archive',
    url: 'https://archive.fjord.example/in',
    status: 'failing',
    failures: 4,
    failingSince: ago(900),
    ratePerSecond: null,
    eventTypes: ['file_upload', 'file_delete', 'flow_failed', 'user_invited', 'sync_failed'],
    lastDelivery: { at: ago(12), status: 'retrying', statusCode: 503 },
  }),
  webhook({
    id: 'wh_3',
    name: 'Lagoon reporting',
    url: 'https://lagoon.example/hook',
    status: 'paused',
    isActive: false,
    eventTypes: ['*'],
    conditions: [],
    headers: [],
    lastDelivery: { at: ago(4_000), status: 'delivered', statusCode: 204 },
  }),
  webhook({
    id: 'wh_4',
    name: 'Old price feed',
    url: 'https://feed.meridian.example/v1/events',
    status: 'disabled',
    isActive: false,
    eventTypes: ['file_delete'],
    disabledReason: 'The receiver answered 410 Gone: it wants no more deliveries.',
    lastDelivery: { at: ago(2_000), status: 'failed', statusCode: 410 },
  }),
  webhook({
    id: 'wh_5',
    name: 'New partner',
    url: 'https://hooks.tidewater.example/crossdock',
    lastDelivery: null,
    eventTypes: ['flow_completed'],
    ratePerSecond: null,
  }),
]

const delivery = (part: Partial<Delivery>): Delivery => ({
  id: 'dl_1',
  messageId: 'msg_7c1f09a2',
  eventId: 'evt_1',
  eventType: 'flow_completed',
  status: 'delivered',
  attempts: 1,
  maxAttempts: 12,
  statusCode: 200,
  error: null,
  nextAttemptAt: null,
  durationMs: 88,
  isExample: false,
  createdAt: ago(2),
  endedAt: ago(2),
  ...part,
})

const waits = (minutes: number) => ({
  status: 'retrying' as const,
  attempts: 2,
  endedAt: null,
  createdAt: ago(minutes),
  nextAttemptAt: ago(minutes - 12),
})

export const deliveries: Delivery[] = [
  delivery({}),
  delivery({
    id: 'dl_2',
    messageId: 'msg_7c1f08e4',
    eventType: 'file_upload',
    statusCode: 503,
    ...waits(4),
    error: 'The receiver answered 503.',
  }),
  delivery({
    id: 'dl_3',
    messageId: 'msg_7c1f08d1',
    eventType: 'file_upload',
    statusCode: 503,
    ...waits(5),
  }),
  delivery({
    id: 'dl_4',
    messageId: 'msg_7c1f08c7',
    statusCode: null,
    ...waits(5),
    error: 'No answer within 15 seconds.',
  }),
  delivery({ id: 'dl_5', messageId: 'msg_7c1f0855', createdAt: ago(7) }),
  delivery({
    id: 'dl_6',
    messageId: 'msg_7c1f0831',
    eventType: 'file_upload',
    isExample: true,
    eventId: null,
    createdAt: ago(10),
  }),
  delivery({
    id: 'dl_7',
    messageId: 'msg_7c1f07fa',
    eventType: 'file_upload',
    attempts: 3,
    createdAt: ago(16),
  }),
  delivery({
    id: 'dl_8',
    messageId: 'msg_7c1efe10',
    eventType: 'file_delete',
    statusCode: 410,
    status: 'failed',
    createdAt: ago(360),
    error: 'The receiver answered 410.',
  }),
  delivery({
    id: 'dl_9',
    messageId: 'msg_7c1efd44',
    eventType: 'file_upload',
    statusCode: null,
    status: 'skipped',
    attempts: 0,
    createdAt: ago(1_500),
    error: 'The message is larger than 256 KB.',
  }),
]

const tries: WebhookAttempt[] = [
  {
    number: 2,
    at: ago(2.9),
    statusCode: 503,
    error: 'The receiver answered 503.',
    durationMs: 88,
    answer: '{"error":"maintenance","until":"14:05"}',
    isManual: true,
  },
  {
    number: 1,
    at: ago(4),
    statusCode: 503,
    error: 'The receiver answered 503.',
    durationMs: 91,
    answer: '',
    isManual: false,
  },
]

const example = (type: string, data: Record<string, unknown>) => ({
  type,
  timestamp: '2026-12-02T13:57:58.000Z',
  id: '019ade0f-6a70-7000-8000-00000000e001',
  target: null,
  tenantId: '019ade0f-6a70-7000-8000-00000000a001',
  environmentId: '019ade0f-6a70-7000-8000-00000000b001',
  data,
})

const details = (one: Delivery): WebhookDeliveryDetails => ({
  ...one,
  body: JSON.stringify(
    example(one.eventType, {
      name: 'invoice-1188.xml',
      folder: '/Invoices',
      size: 6_120,
      version: 1,
    })
  ),
  headers: [
    { name: 'content-type', value: 'application/json' },
    { name: 'user-agent', value: 'Crossdock/0.1.0' },
    { name: 'webhook-id', value: one.messageId },
    { name: 'X-Tenant', value: '••••••••' },
  ],
  tries: tries
    .slice(-one.attempts || tries.length)
    .map((attempt) =>
      one.status === 'delivered'
        ? { ...attempt, statusCode: 200, error: null, answer: 'ok' }
        : attempt
    ),
  secretCreatedAt: one.attempts > 0 ? '2026-11-03T09:00:00.000Z' : null,
})

export const eventTypes: WebhookEventType[] = (
  [
    ['file_delete', 'assets', 'A file was deleted', { name: 'invoice-1188.xml' }],
    ['file_upload', 'assets', 'A file was uploaded', { name: 'invoice-1188.xml', size: 6_120 }],
    ['flow_completed', 'flows', 'A run has completed', { workflow: 'Read invoices' }],
    ['flow_failed', 'flows', 'A run has failed', { workflow: 'Read invoices', step: 2 }],
    ['sync_failed', 'sync', 'A sync contract failed', { name: 'Scanner inbox' }],
    ['user_invited', 'users', 'A person was invited', { email: 'ines@boreal-parts.example' }],
  ] as const
).map(([name, group, description, data]) => ({
  name,
  group,
  description,
  example: example(name, data),
}))

const counts = [
  14, 26, 18, 31, 27, 22, 25, 19, 12, 33, 9, 13, 24, 26, 17, 30, 28, 15, 34, 20, 27, 26, 19, 11,
]
export const stats: WebhookStats = {
  today: 612,
  delivered: 608,
  retrying: 3,
  failed: 1,
  p95Ms: 240,
  hours: counts.map((count, at) => ({
    hour: ago((counts.length - at) * 60),
    delivered: count,
    failed: at === 16 ? 9 : at === 23 ? 4 : 0,
  })),
}

/** A list with the server's paging and filters. */
const listOf =
  <T extends object>(rows: readonly T[]) =>
  ({ query }: Call) => {
    const { search, ...others } = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>
    const [from, to] = JSON.parse(query.get('range') ?? '[0,24]') as [number, number]
    const found = rows.filter(
      (row) =>
        (typeof search !== 'string' || JSON.stringify(row).includes(search)) &&
        Object.entries(others).every(([key, value]) =>
          [value].flat().includes((row as Record<string, unknown>)[key])
        )
    )
    const page = found.slice(from, to + 1)
    return new Response(JSON.stringify(page), {
      headers: {
        'Content-Type': 'application/json',
        'Content-Range': `items ${from}-${from + Math.max(page.length, 1) - 1}/${found.length}`,
      },
    })
  }

// Wrap a record: the fake server would take its field `status` for the status of the response.
const answer = (body: object | undefined) =>
  body ? { status: 200, body } : { status: 404, body: { message: 'There is nothing here.' } }

/** Handlers of a fake server for all read requests. */
export const getHandlers = (
  all: readonly Webhook[] = webhooks,
  sent: readonly Delivery[] = deliveries
) => ({
  'GET /webhooks/event-types': () => Response.json(eventTypes),
  'GET /webhooks': listOf(all),
  'GET /webhooks/:id': ({ params }: Call) => answer(all.find(({ id }) => id === params.id)),
  'GET /webhooks/:id/stats': sent.length
    ? stats
    : {
        today: 0,
        delivered: 0,
        retrying: 0,
        failed: 0,
        p95Ms: null,
        hours: stats.hours.map(({ hour }) => ({ hour, delivered: 0, failed: 0 })),
      },
  'GET /webhooks/:id/deliveries': listOf(sent),
  'GET /webhooks/:id/deliveries/:delivery': ({ params }: Call) => {
    const one = sent.find(({ id }) => id === params.delivery)
    return answer(one && details(one))
  },
})
