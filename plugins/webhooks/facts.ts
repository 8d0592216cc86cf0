import type { WebhookSubscription } from './models/webhook_subscription.js'

/** Event facts about a subscription. They omit path and query of its address, which may hold a token. */
export const factsOf = ({ name, url }: WebhookSubscription) => ({ name, url: new URL(url).origin })

export const targetOf = ({ id }: WebhookSubscription) => ({ type: 'webhook_subscription', id })
