import { originsOf } from '@crossdock/kernel/tenancy'
import type { WebhookAddress } from './models/webhook_address.js'

/** Returns the URL of an address. It is below `APP_URL`, like all published URLs. */
export const urlOf = ({ token }: Pick<WebhookAddress, 'token'>): string =>
  `${originsOf(null)[0]}/hooks/${token}`

/** Returns the context for which the secrets of an address are sealed. */
export const sealedFor = (id: string): string => `webhook_addresses:${id}`
