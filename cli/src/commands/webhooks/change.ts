import type {
  CreatedWebhookSubscription,
  RotatedWebhookSecret,
  WebhookDelivery,
  WebhookRecovery,
  WebhookSubscription,
} from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { wholeNumber } from '../../output/limit.js'
import { findRecord } from '../../records/find.js'
import { instantOf } from '../../times.js'
import { webhookKind } from './kind.js'

/** A part of an id is searched among this many of the newest deliveries. */
const NEWEST = 1000

export interface CreateOptions {
  name: string
  url: string
  event: string[]
  header?: string[]
  rate?: string
  paused?: boolean
}

/** Creates an outbound webhook, and prints only its secret on stdout. */
export async function createWebhook(factory: Factory, options: CreateOptions): Promise<void> {
  const { name, url, event: eventTypes, header = [], rate, paused = false } = options
  const body = {
    name,
    url,
    eventTypes,
    headers: header.map(headerOf),
    isActive: !paused,
    ratePerSecond: rate === undefined ? null : wholeNumber('--rate', rate, 100),
  }
  const api = await factory.api()
  const created = await api.post<CreatedWebhookSubscription>(webhookKind.path, body)
  if (factory.flags.json) return factory.printJson(created)
  factory.say(created.secret)
  factory.note(`Created ${created.name}, id ${created.id}. The secret is shown only once.`)
}

function headerOf(typed: string): { name: string; value: string } {
  const at = typed.indexOf(':')
  if (at > 0) return { name: typed.slice(0, at).trim(), value: typed.slice(at + 1).trim() }
  throw new UsageError('--header takes a name and a value, such as "X-Key: value".')
}

/** Pauses or resumes an outbound webhook. */
export async function switchWebhook(
  factory: Factory,
  typed: string,
  verb: 'pause' | 'resume'
): Promise<void> {
  const { api, path } = await pathOf(factory, typed)
  const shown = await api.post<WebhookSubscription>(`${path}/${verb}`, undefined)
  if (factory.flags.json) return factory.printJson(shown)
  factory.say(`${verb === 'pause' ? 'Paused' : 'Resumed'} ${shown.name}.`)
}

export interface RotateOptions {
  keep?: string
  yes?: boolean
}

/** Rotates the secret of an outbound webhook, and prints only the new one on stdout. */
export async function rotateWebhook(
  factory: Factory,
  typed: string,
  { keep, yes = false }: RotateOptions
): Promise<void> {
  const keepHours = keep === undefined ? undefined : wholeNumber('--keep', keep, 168)
  const { api, path, name } = await pathOf(factory, typed)
  await factory.prompter.assertConfirmed(yes, `Rotate the secret of ${name}?`)
  const rotated = await api.post<RotatedWebhookSecret>(`${path}/rotate-secret`, { keepHours })
  if (factory.flags.json) return factory.printJson(rotated)
  factory.say(rotated.secret)
  const { previousSecretUntil: until } = rotated
  const before = until ? ` The previous secret signs until ${until}.` : ''
  factory.note(`The secret is shown only once.${before}`)
}

/** Sends a delivery again. */
export async function resend(factory: Factory, typed: string, delivery: string): Promise<void> {
  const { api, path } = await pathOf(factory, typed)
  const id = await deliveryId(api, path, delivery)
  const sent = await api.post<WebhookDelivery>(`${path}/deliveries/${id}/resend`, undefined)
  if (factory.flags.json) return factory.printJson(sent)
  factory.say(`${sent.eventType} will be sent again as attempt ${sent.attempts + 1}.`)
}

async function deliveryId(api: ApiClient, path: string, typed: string): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  const { rows } = await api.page<WebhookDelivery>(`${path}/deliveries`, {}, 0, NEWEST)
  const found = pick(rows, typed, {
    one: 'delivery',
    list: 'crossdock webhooks deliveries',
    ids: ({ id }) => [id],
    about: ({ eventType, status }) => `${eventType}, ${status}`,
  })
  return found.id
}

/** Sends all failed and missing deliveries, in as many calls as needed. */
export async function recover(factory: Factory, typed: string, since: string): Promise<void> {
  let from: string | null = instantOf('--since', since, { counting: 'back' })
  const { api, path, name } = await pathOf(factory, typed)
  let [queued, scanned] = [0, 0]
  while (from !== null) {
    const part: WebhookRecovery = await api.post(`${path}/recover`, { since: from })
    queued += part.queued
    scanned += part.scanned
    from = part.more && part.next !== from ? part.next : null
  }
  if (factory.flags.json) return factory.printJson({ queued, scanned })
  factory.say(`Queued ${queued} deliveries of ${name} from ${scanned} events.`)
}

/** Sends an example of an event. */
export async function sendExample(factory: Factory, typed: string, event: string): Promise<void> {
  const { api, path, name } = await pathOf(factory, typed)
  const sent = await api.post<WebhookDelivery>(`${path}/example`, { eventType: event })
  if (factory.flags.json) return factory.printJson(sent)
  factory.say(`Queued an example of ${event} for ${name}, delivery ${sent.id}.`)
}

async function pathOf(factory: Factory, typed: string) {
  const api = await factory.api()
  const { id, name } = await findRecord(api, webhookKind, typed)
  return { api, name, path: `${webhookKind.path}/${id}` }
}
