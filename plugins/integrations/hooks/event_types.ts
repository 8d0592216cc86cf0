import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { integrationsRead as permission } from '../contracts/permissions.js'
import { webhookOutcomes } from '../contracts/webhooks.js'

/** The group of these events, by which event lists can be filtered. */
const group = 'webhook'

const webhook = (name: string, description: string, sentence: (target: string) => Text) =>
  defineEvent(name, {
    description,
    security: true,
    permission,
    group,
    payload: vine.object({
      name: vine.string().meta({ description: 'Name of the workflow or endpoint.' }),
      verification: vine.string(),
      mode: vine.string(),
    }),
    activity: (payload) => sentence(payload.name),
  })

export const webhookUpdated = webhook(
  'webhook_updated',
  'The settings of a webhook were changed',
  (name) => text('Changed the webhook of {name}', { name })
)
export const webhookSecretRotated = webhook(
  'webhook_secret_rotated',
  'A webhook got another secret',
  (name) => text('Rotated the secret of the webhook of {name}', { name })
)
export const webhookAddressRenewed = webhook(
  'webhook_address_renewed',
  'A webhook got another address',
  (name) => text('Renewed the address of the webhook of {name}', { name })
)

/**
 * Defines an event about a request to an address. The activity feed omits it, because there may be thousands an
 * hour.
 */
const request = (name: string, description: string) =>
  defineEvent(name, {
    description,
    permission,
    group,
    payload: vine.object({
      requestId: vine.string().meta({ description: 'The stored request.' }),
      outcome: vine.enum(webhookOutcomes),
      status: vine.number().withoutDecimals(),
      replayOf: vine.string().nullable(),
      name: vine.string().optional().meta({ description: 'Name of the workflow or endpoint.' }),
      systemId: vine.string().optional().meta({ description: 'The system of its endpoint.' }),
    }),
  })

export const webhookReceived = request(
  'webhook_received',
  'A request to a webhook was accepted; this event causes its runs'
)
export const webhookRefused = request('webhook_refused', 'A request to a webhook was refused')
