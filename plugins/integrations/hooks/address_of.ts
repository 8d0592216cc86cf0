import { originsOf } from '@crossdock/kernel/http'
import type { WebhookAddress } from './models/webhook_address.js'

/** Where an address is called: below `APP_URL`, like all that is handed out. */
export const urlOf = ({ token }: Pick<WebhookAddress, 'token'>): string =>
  `${originsOf(null)[0]}/hooks/${token}`

/** What the secrets of an address are sealed for. */
export const sealedFor = (id: string): string => `webhook_addresses:${id}`
