import { productVersion } from '@crossdock/kernel/plugin'
import { messageId } from './message.js'

/** The headers of a delivery that hold no secret and no signature. */
export const framing = (deliveryId: string) => [
  { name: 'content-type', value: 'application/json' },
  { name: 'user-agent', value: `Crossdock/${productVersion()}` },
  { name: 'webhook-id', value: messageId(deliveryId) },
]
