import { secrets } from '@crossdock/kernel/secrets'
import type { FlowAlert } from '../models/flow_alert.js'

const contextOf = (alertId: string) => `flow_alerts:${alertId}`

/** Seals an alert address, because addresses of chat systems contain a token. */
export const sealAddress = (alertId: string, address: string): string =>
  secrets.use().seal(address, contextOf(alertId))

/**
 * Opens a sealed alert address.
 * @throws SecretError
 */
export const openAddress = ({ id, webhookAddress }: FlowAlert): string | null =>
  webhookAddress && secrets.use().open(webhookAddress, contextOf(id))

/**
 * Returns the address sealed with the present APP_KEY; undefined if it already is.
 * @throws SecretError
 */
export function resealAddress(alert: FlowAlert): string | undefined {
  const { id, webhookAddress } = alert
  if (!webhookAddress || !secrets.use().needsRotation(webhookAddress)) return undefined
  return sealAddress(id, openAddress(alert)!)
}
