import { activityRead } from '@crossdock/backend/activity'
import { checkConditions, checkEventTypes, type EventCondition } from '@crossdock/flows/contracts'
import { egress } from '@crossdock/kernel/egress'
import { invalid, refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import { isMask } from '@crossdock/kernel/secrets'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { causedByDeliveries } from '../event_types.js'
import {
  allEvents,
  type StoredHeader,
  type WebhookSubscription,
} from '../models/webhook_subscription.js'
import { sentEvents } from '../queries/event_types.js'
import { findForbiddenType } from '../sending/readable.js'
import { sealFor } from '../sending/sealed.js'

/**
 * Returns the address in its stored form. Resolves an `http:` host by DNS, so call it before the transaction.
 * @throws Problem 422
 */
export async function checkUrl(given: string): Promise<string> {
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    throw invalid('url', text('The address must begin with https://.'), 'url')
  }
  if (url.username || url.password) {
    const sentence = text(
      'The address must not hold a user name or password. Send them in a header instead.'
    )
    throw invalid('url', sentence, 'url')
  }
  if (url.protocol === 'http:' && !(await egress.use().isOpened(url))) {
    const sentence = text(
      'The address must begin with https://. http:// is for this machine and for networks that the operator opened.'
    )
    throw invalid('url', sentence, 'url')
  }
  url.hash = ''
  return url.href
}

/** Returns an event type that "*" includes but the caller may not read. Call it before a transaction. */
export const findForbiddenTypeOfAll = (): Promise<string | undefined> =>
  findForbiddenType(
    currentContext().actor.userId,
    sentEvents().map(({ name }) => name)
  )

/**
 * Checks that the caller may subscribe to these events.
 * @param forbidden the result of `findForbiddenTypeOfAll`
 * @throws Problem 422
 */
export function assertEvents(
  eventTypes: readonly string[],
  conditions: readonly EventCondition[],
  forbidden: string | undefined
): void {
  const errors = [...typesRefused(eventTypes, forbidden), ...checkConditions(conditions)]
  refuse(errors)
}

/** @throws Problem 422 when there are errors */
function refuse([first, ...others]: FieldError[]): void {
  if (first) throw refusedFields([first, ...others])
}

function typesRefused(eventTypes: readonly string[], forbidden: string | undefined): FieldError[] {
  const field = 'eventTypes'
  if (!eventTypes.includes(allEvents)) {
    const caused = eventTypes.findIndex((name) => causedByDeliveries.has(name))
    if (caused === -1) return checkEventTypes(eventTypes)
    const sentence = text('Events about webhooks that fail are not sent to webhooks.')
    return [{ field: `${field}.${caused}`, rule: 'exists', text: sentence }]
  }
  if (eventTypes.length > 1) {
    const sentence = text('Choose events, or all of them with "*", not both.')
    return [{ field, rule: 'exists', text: sentence }]
  }
  if (!holds(activityRead)) {
    return [{ field, rule: 'permission', text: text('You may not read the event log.') }]
  }
  if (forbidden === undefined) return []
  const sentence = text(
    'This token may not read all events that "*" selects, such as "{name}". Choose events by name.',
    { name: forbidden }
  )
  return [{ field, rule: 'permission', text: sentence }]
}

/**
 * Returns headers in their stored form. A masked value keeps the stored value. If the address moves to another
 * server, masked values are refused: a value must not reach a server that it was not entered for.
 * @throws Problem 422
 */
export function sealHeaders(
  id: string,
  given: readonly StoredHeader[],
  stored: readonly StoredHeader[],
  moves: boolean
): StoredHeader[] {
  const errors: FieldError[] = []
  const names = new Set<string>()
  const headers = given.map(({ name, value }, at) => {
    const field = `headers.${at}`
    if (names.has(name.toLowerCase())) {
      const sentence = text('The header "{name}" occurs twice.', { name })
      errors.push({ field: `${field}.name`, rule: 'unique', text: sentence })
    }
    names.add(name.toLowerCase())
    if (!isMask(value)) return { name, value: sealFor(id, value) }
    const kept = stored.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (kept && !moves) return { name, value: kept.value }
    const sentence = kept
      ? text('The address leads to another server. Enter the value of "{name}" again.', { name })
      : text('Enter the value of "{name}".', { name })
    errors.push({ field: `${field}.value`, rule: 'required', text: sentence })
    return { name, value }
  })
  refuse(errors)
  return headers
}

/** Returns whether an address leads to another server than the stored address. */
export const isOtherServer = ({ url }: WebhookSubscription, next: string): boolean =>
  new URL(url).origin !== new URL(next).origin
