import { secrets } from '@crossdock/kernel/secrets'
import type { FlowAlert } from '../models/flow_alert.js'

const contextOf = (alertId: string) => `flow_alerts:${alertId}`

/** The address that an alert is sent to, as it is stored: addresses of chat systems hold a token. */
export const sealAddress = (alertId: string, address: string): string =>
  secrets.use().seal(address, contextOf(alertId))

/** @throws SecretError */
export const openAddress = ({ id, webhookAddress }: FlowAlert): string | null =>
  webhookAddress && secrets.use().open(webhookAddress, contextOf(id))

/** The address sealed with the present APP_KEY; undefined where it is already. @throws SecretError */
export function resealAddress(alert: FlowAlert): string | undefined {
  const { id, webhookAddress } = alert
  if (!webhookAddress || !secrets.use().needsRotation(webhookAddress)) return undefined
  return sealAddress(id, openAddress(alert)!)
}
