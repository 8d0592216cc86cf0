import { Limit } from '@crossdock/kernel/http'

/** Requests to pages of receivers from one network. */
export const requestsPerClient = new Limit({ name: 'webhooks.pages', points: 120, seconds: 60 })

/** What changes something: deliveries that are sent again, and new secrets. */
export const changesPerClient = new Limit({ name: 'webhooks.changes', points: 30, seconds: 60 })
