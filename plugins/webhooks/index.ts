import { keptRecords } from '@crossdock/backend/retention'
import { notificationKinds } from '@crossdock/backend/notifications'
import { belongings } from '@crossdock/backend/users'
import { environmentBelongings } from '@crossdock/environments/contracts'
import { meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { sealedColumns } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { webhooksRead, webhooksWrite } from './contracts/permissions.js'
import { eventTypes } from './event_types.js'

/** Outbound webhooks: sends events to addresses of other systems. */
export const webhooks = definePlugin({
  name: 'webhooks',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: [
    'access',
    'activity',
    'branding',
    'environments',
    'events',
    'flows',
    'front',
    'integrations',
    'notifications',
    'retention',
    'tenants',
    'users',
  ],
  migrations: ['plugins/webhooks/migrations'],
  environmentTables: ['webhook_subscriptions', 'webhook_deliveries'],
  permissions: [webhooksRead, webhooksWrite],
  eventTypes,
  contributes: [
    contribute(sealedColumns, (columns) => {
      const table = 'webhook_subscriptions'
      for (const column of ['secret', 'previous_secret', 'headers'])
        columns.add(`${table}.${column}`, { table, column })
    }),
    contribute(meters, async (registry) =>
      registry.add('maxWebhookSubscriptions', (await import('./meters.js')).maxWebhookSubscriptions)
    ),
    contribute(belongings, async (registry) =>
      registry.add('webhooks', (await import('./actions/belongings.js')).savedWebhooks)
    ),
    contribute(environmentBelongings, async (registry) =>
      registry.add('webhooks', (await import('./actions/forget.js')).webhooksOfEnvironment)
    ),
    contribute(keptRecords, async (records) =>
      records.add(
        'webhook-deliveries',
        (await import('./actions/kept_deliveries.js')).keptDeliveries
      )
    ),
    contribute(notificationKinds, async (kinds) => {
      const { webhookDisabled, webhookFailing } = await import('./notifications.js')
      kinds.add('webhooks.failing', webhookFailing)
      kinds.add('webhooks.disabled', webhookDisabled)
    }),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/webhooks': 'webhooks' },
  jobs: () => import('./jobs/index.js'),
  consumers: () => import('./consumers/index.js'),
  async ready() {
    if (settings.use().APP_KEY_PREVIOUS.length === 0) return
    await (await import('./actions/rotate_keys.js')).rotateWebhookKeys()
  },
})
