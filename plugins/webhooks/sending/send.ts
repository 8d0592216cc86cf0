import { STATUS_CODES } from 'node:http'
import type { Readable } from 'node:stream'
import { retryAfter, signHmac, standardWebhooks } from '@crossdock/integrations/contracts'
import { clock } from '@crossdock/kernel/database'
import { egress, EgressError, EgressTimeout } from '@crossdock/kernel/egress'
import { text, type Text } from '@crossdock/kernel/ground'
import { redactStart } from '@crossdock/kernel/secrets'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { fixedHeaders } from './headers.js'
import { messageId } from '../message.js'
import { openHeaders, signingSecrets } from './sealed.js'

const timeoutMs = 15_000
/** Bytes of an answer that are read; the rest is ignored. */
const mostBytes = 64 * 1024
const shownChars = 4_096

/** The result of an attempt. */
export interface Outcome {
  statusCode: number | null
  /** Why the attempt failed; null when it was delivered. */
  error: Text | null
  durationMs: number
  /** The beginning of the answer's text, without secrets of the subscription. */
  answer: string | null
  /** Delay that the receiver requested, in milliseconds. */
  retryAfterMs: number
}

/**
 * Sends a delivery once. An answer with a status from 200 to 299 is a success, even if its body is incomplete.
 * @throws SecretError, and the reason of the signal when the signal is aborted
 */
export async function sendDelivery(
  subscription: WebhookSubscription,
  delivery: Pick<WebhookDelivery, 'id' | 'body' | 'isExample'>,
  signal: AbortSignal
): Promise<Outcome> {
  const startedAt = clock.ticks()
  const secrets = signingSecrets(subscription)
  const own = openHeaders(subscription)
  const body = Buffer.from(delivery.body)
  const id = messageId(delivery.id)
  const signed = secrets.map((secret) =>
    signHmac(standardWebhooks, { body }, secret, clock.now(), id)
  )
  const signatures = signed.map(({ headers }) => headers![standardWebhooks.header]).join(' ')
  const headers = Object.fromEntries(
    [...own, ...fixedHeaders(delivery)].map((one) => [one.name, one.value])
  )
  Object.assign(headers, signed[0]!.headers, { [standardWebhooks.header]: signatures })
  const end = (statusCode: number | null, error: Text | null, more: Partial<Outcome> = {}) => ({
    statusCode,
    error,
    answer: null,
    retryAfterMs: 0,
    durationMs: Math.round(clock.ticks() - startedAt),
    ...more,
  })
  if (
    subscription.url.startsWith('http:') &&
    !(await egress.use().isOpened(new URL(subscription.url)))
  ) {
    const sentence = text(
      'The address begins with http://, and leads out of the networks that the operator opened.'
    )
    return end(null, sentence)
  }
  try {
    const { url } = subscription
    const request = { method: 'POST', url, headers, body, signal, timeoutMs, idleMs: timeoutMs }
    const answer = await egress.use().stream({ ...request, maxBytes: Number.MAX_SAFE_INTEGER })
    const hidden = [...secrets, ...own.map(({ value }) => value)]
    const said = redactStart(await beginningOf(answer.body), shownChars, hidden)
    return end(answer.status, refusalOf(answer.status), {
      answer: said.replaceAll('\0', ''),
      retryAfterMs: retryAfter(answer.headers['retry-after']) ?? 0,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EgressError)) throw error
    return end(null, failureOf(error))
  }
}

const shown = (status: number) => [status, STATUS_CODES[status]].filter(Boolean).join(' ')

function refusalOf(status: number): Text | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    return text(
      'The receiver answered {status}. Redirects are not followed: enter the address they lead to.',
      { status: shown(status) }
    )
  }
  return text('The receiver answered {status}.', { status: shown(status) })
}

const failureOf = (error: EgressError): Text =>
  error instanceof EgressTimeout
    ? text('The receiver did not answer within {seconds} seconds.', { seconds: timeoutMs / 1_000 })
    : text('The request failed: {reason}', { reason: error.message })

/** Returns the beginning of an answer as text. If the connection breaks, the status alone is enough. */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= mostBytes) break
    }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
}
