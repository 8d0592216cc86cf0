import { Limit } from '@crossdock/kernel/limits'

/** Requests to receivers' pages from one network. */
export const requestsPerClient = new Limit({ name: 'webhooks.pages', points: 120, seconds: 60 })

/** Changes from one network: resent deliveries and rotated secrets. */
export const changesPerClient = new Limit({ name: 'webhooks.changes', points: 30, seconds: 60 })
