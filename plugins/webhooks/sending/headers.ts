import { productVersion } from '@crossdock/kernel/plugin'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import { messageId } from '../message.js'

/** Returns the headers of a delivery except its secrets and signatures. */
export const fixedHeaders = ({ id, isExample }: Pick<WebhookDelivery, 'id' | 'isExample'>) => [
  { name: 'content-type', value: 'application/json' },
  { name: 'user-agent', value: `Crossdock/${productVersion()}` },
  { name: 'webhook-id', value: messageId(id) },
  ...(isExample ? [{ name: 'webhook-example', value: 'true' }] : []),
]
