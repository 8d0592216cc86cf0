import { html, type Html } from '@crossdock/kernel/http'
import { text, type Text } from '@crossdock/kernel/ground'
import type { DeliveryStatus } from '../contracts/names.js'
import type { WebhookAttempt } from '../models/webhook_attempt.js'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import { allEvents, type WebhookSubscription } from '../models/webhook_subscription.js'
import { messageId } from '../message.js'
import type { ReceiverPage, View } from './receiver_page.js'

const statuses: Record<DeliveryStatus, Text> = {
  waiting: text('Waiting'),
  retrying: text('Waiting to retry'),
  delivered: text('Delivered'),
  failed: text('Given up'),
  skipped: text('Skipped'),
}

interface Shown {
  rows: readonly WebhookDelivery[]
  number: number
  hasMore: boolean
}

/** Returns the deliveries, the address, the events and instructions to verify a signature. */
export function listView(
  page: ReceiverPage,
  subscription: WebhookSubscription,
  { rows, number, hasMore }: Shown
): View {
  const { name, url, eventTypes } = subscription
  const types =
    eventTypes[0] === allEvents
      ? html`<p>${page.say(text('All events'))}</p>`
      : html`<ul class="types">
          ${eventTypes.map((type) => html`<li><code>${type}</code></li>`)}
        </ul>`
  const body = html`<h1>${name}</h1>
    <p class="soft"><code>${url}</code></p>
    <h2>${page.say(text('Deliveries'))}</h2>
    ${rows.length === 0 ? html`<p class="soft">${page.say(text('There are no deliveries.'))}</p>` : table(page, rows)}
    ${pages(page, number, hasMore)}
    <h2>${page.say(text('Events'))}</h2>
    ${types}
    <h2>${page.say(text('Verify a signature'))}</h2>
    <p>
      ${page.say(text('Messages follow Standard Webhooks. Compute HMAC-SHA256 over the id, the timestamp and the body, joined by dots, with the base64 behind "whsec_" as the key. One of the signatures in "webhook-signature" must be equal. Refuse a timestamp that is more than five minutes off.'))}
    </p>
    <pre>
webhook-signature: v1,base64(HMAC-SHA256(key, webhook-id + "." + webhook-timestamp + "." + body))</pre>
    <h2>${page.say(text('Signing secret'))}</h2>
    <p>
      <a class="button small" href="${page.path('/rotate')}">${page.say(text('Rotate secret'))}</a>
    </p>`
  return { title: text('Webhook deliveries'), body }
}

function table(page: ReceiverPage, rows: readonly WebhookDelivery[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${page.say(text('Event'))}</th>
        <th scope="col">${page.say(text('Status'))}</th>
        <th scope="col" class="wide">${page.say(text('Attempts'))}</th>
        <th scope="col">${page.say(text('Time'))}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <td>
              <a href="${page.path(`/deliveries/${row.id}`)}"
                ><code>${breakable(row.eventType)}</code></a
              >
            </td>
            <td>${statusOf(page, row)}</td>
            <td class="wide">${row.attempts}</td>
            <td>${page.time(row.createdAt)}</td>
          </tr>`
      )}
    </tbody>
  </table>`
}

const statusOf = (page: ReceiverPage, { status, statusCode }: WebhookDelivery): Html =>
  html`<span class="${status}">${page.say(statuses[status])}</span> ${statusCode}`

function pages(page: ReceiverPage, number: number, hasMore: boolean): Html {
  const to = (other: number, label: Text) =>
    html`<a href="${page.path(`?page=${other}`)}">${page.say(label)}</a>`
  return html`<p class="pages">
    ${number > 1 ? to(number - 1, text('Newer')) : null}
    ${hasMore ? to(number + 1, text('Older')) : null}
  </p>`
}

/**
 * Returns a delivery with its attempts. Shows message and answers only if the page's creator may read the event.
 */
export function deliveryView(
  page: ReceiverPage,
  delivery: WebhookDelivery,
  { attempts, isOpen }: { attempts: readonly WebhookAttempt[]; isOpen: boolean }
): View {
  const { id, eventType, body, nextAttemptAt, error, createdAt } = delivery
  const markup = html`<p><a href="${page.path()}">${page.say(text('All deliveries'))}</a></p>
    <h1><code>${breakable(eventType)}</code></h1>
    <p class="soft">${page.time(createdAt)} · <code>${messageId(id)}</code></p>
    <p>${statusOf(page, delivery)}</p>
    ${error ? html`<p>${page.say(error)}</p>` : null}
    ${nextAttemptAt ? html`<p class="soft">${page.say(text('Next attempt:'))} ${page.time(nextAttemptAt)}</p>` : null}
    <form method="post" action="${page.path(`/deliveries/${id}/resend`)}">
      <button class="button small primary">${page.say(text('Resend'))}</button>
    </form>
    <h2>${page.say(text('Message'))}</h2>
    ${isOpen ? html`<pre>${indented(body)}</pre>` : html`<p class="soft">${page.say(text('The person who made this page may not read the content.'))}</p>`}
    <h2>${page.say(text('Attempts'))}</h2>
    ${attempts.length === 0 ? html`<p class="soft">${page.say(text('There are no attempts yet.'))}</p>` : null}
    ${attempts.map((attempt) => attemptView(page, attempt, isOpen))}`
  return { title: text('Webhook delivery'), body: markup }
}

/** Lets narrow screens break a name after its underscores. */
const breakable = (name: string): Html[] => name.split(/(?<=_)/).map((part) => html`${part}<wbr />`)

/** Indents a message for readers, if this changes no value. */
function indented(json: string): string {
  const value: unknown = JSON.parse(json)
  return JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json
}

function attemptView(page: ReceiverPage, attempt: WebhookAttempt, isOpen: boolean): Html {
  const { number, createdAt, statusCode, error, durationMs, answer } = attempt
  return html`<p>
      ${number}. ${page.time(createdAt)} · ${statusCode} · ${durationMs} ms
      ${error ? page.say(error) : null}
    </p>
    ${isOpen && answer ? html`<pre>${answer}</pre>` : null}`
}

/** Asks for confirmation before the rotation. */
export function rotationView(page: ReceiverPage): View {
  const body = html`<h1>${page.say(text('Rotate secret'))}</h1>
    <p>
      ${page.say(text('You get a new signing secret, which is shown once. The previous secret also signs for 24 hours.'))}
    </p>
    <form method="post" action="${page.path('/rotate')}">
      <button class="button small primary">${page.say(text('Rotate secret'))}</button>
    </form>
    <p><a href="${page.path()}">${page.say(text('Cancel'))}</a></p>`
  return { title: text('Rotate secret'), body }
}

/** Shows the new secret, once. */
export function rotatedView(page: ReceiverPage, secret: string): View {
  const body = html`<h1>${page.say(text('New signing secret'))}</h1>
    <p>${page.say(text('Store it now: it is not shown again.'))}</p>
    <pre>${secret}</pre>
    <p><a href="${page.path()}">${page.say(text('All deliveries'))}</a></p>`
  return { title: text('New signing secret'), body }
}
