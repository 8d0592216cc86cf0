import type { WebhookSubscription } from '@crossdock/client'
import { formatRelative } from '../../output/format.js'
import type { RecordKind } from '../../records/kind.js'

export const webhookKind: RecordKind<WebhookSubscription> = {
  noun: 'webhooks',
  one: 'outbound webhook',
  path: '/api/webhooks',
  columns: [
    { title: 'Name', text: ({ name }) => name },
    { title: 'Address', text: ({ url }) => url, whole: true },
    { title: 'Events', text: ({ eventTypes }) => eventTypes.join(', ') },
    {
      title: 'Status',
      text: ({ status }) => status,
      style: ({ status }, colors) => (status === 'active' ? colors.green : colors.yellow),
    },
    {
      title: 'Last delivery',
      text: ({ lastDelivery }) =>
        lastDelivery ? `${lastDelivery.status} ${formatRelative(lastDelivery.at)}` : 'never',
      raw: ({ lastDelivery }) => lastDelivery?.at ?? '',
    },
    { title: 'Id', text: ({ id }) => id, onlyPiped: true },
  ],
  about: ({ url }) => url,
  loses: () => ' with its deliveries',
}
