import { defineEvent } from '@crossdock/kernel/events'
import { text, type Text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { disabledReasons } from './contracts/names.js'
import { webhooksRead as permission } from './contracts/permissions.js'

const shape = {
  name: vine.string().meta({ description: 'Name of the webhook.' }),
  url: vine.string().meta({ description: 'The address without its query.' }),
}

const webhook = (name: string, description: string, sentence: (name: string) => Text) =>
  defineEvent(name, {
    description,
    permission,
    security: true,
    payload: vine.object(shape),
    activity: (payload) => sentence(payload.name),
  })

export const subscriptionCreated = webhook(
  'webhook_subscription_created',
  'An outbound webhook was created',
  (name) => text('Created the webhook {name}', { name })
)
export const subscriptionUpdated = webhook(
  'webhook_subscription_updated',
  'An outbound webhook was changed, paused or resumed',
  (name) => text('Changed the webhook {name}', { name })
)
export const subscriptionDeleted = webhook(
  'webhook_subscription_deleted',
  'An outbound webhook was deleted',
  (name) => text('Deleted the webhook {name}', { name })
)
export const subscriptionSecretRotated = webhook(
  'webhook_subscription_secret_rotated',
  'An outbound webhook got a new signing secret',
  (name) => text('Rotated the secret of the webhook {name}', { name })
)

export const subscriptionFailing = defineEvent('webhook_subscription_failing', {
  description:
    'Deliveries of an outbound webhook fail; Crossdock will disable it if they go on failing',
  permission,
  payload: vine.object({
    ...shape,
    percent: vine.number().meta({ description: '50, 70 or 90 percent of what disables it.' }),
    failures: vine.number().meta({ description: 'Deliveries in a row that were given up.' }),
    failingSince: vine.string(),
  }),
  activity: ({ name, percent }) =>
    text('The webhook {name} keeps failing ({percent} % of the limit)', { name, percent }),
})
export const subscriptionDisabled = defineEvent('webhook_subscription_disabled', {
  description: 'Crossdock disabled an outbound webhook',
  permission,
  payload: vine.object({
    ...shape,
    reason: vine.enum(disabledReasons).meta({
      description: '`gone`: the receiver answered 410. `failing`: deliveries failed for too long.',
    }),
  }),
  activity: ({ name }) => text('Crossdock disabled the webhook {name}', { name }),
})

/** Events that deliveries cause. They trigger no deliveries. */
export const causedByDeliveries: ReadonlySet<string> = new Set([
  subscriptionFailing.name,
  subscriptionDisabled.name,
])

/** The events of this plugin. */
export const eventTypes = [
  subscriptionCreated,
  subscriptionUpdated,
  subscriptionDeleted,
  subscriptionSecretRotated,
  subscriptionFailing,
  subscriptionDisabled,
]
