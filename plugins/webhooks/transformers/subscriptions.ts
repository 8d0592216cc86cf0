import { personNames } from '@crossdock/backend/users'
import { now } from '@crossdock/kernel/database'
import { answerOf } from '@crossdock/kernel/shapes'
import { text, type Text } from '@crossdock/kernel/ground'
import type { Row } from '@crossdock/kernel/lists'
import { MASK } from '@crossdock/kernel/secrets'
import type { DisabledReason } from '../contracts/names.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { statusOf } from '../queries/subscriptions.js'
import { subscriptionAnswer } from '../validators/subscriptions.js'

/** Translates texts into the reader's language. */
export interface TextTranslator {
  say(sentence: Text): string
}

const reasons: Record<DisabledReason, Text> = {
  gone: text('The receiver answered 410 Gone: it wants no more deliveries.'),
  failing: text('Deliveries failed for five days, or 20 in a row were given up.'),
}

/** Subscriptions as the API shows them, without secrets. */
export async function showSubscriptions(rows: Row<WebhookSubscription>[], reader: TextTranslator) {
  const nameOf = await personNames(rows.map(({ userId }) => userId))
  const time = now()
  return rows.map((row) => {
    const { disabledReason: code, userId, lastAttemptAt, lastStatus } = row
    const { pageCreatedAt, pageExpiresAt, previousSecretUntil: until } = row
    return answerOf(subscriptionAnswer, row, {
      status: statusOf(row),
      disabledReason: code && reader.say(reasons[code]),
      disabledCode: code,
      conditions: row.conditions.map((one) => ({ ...one })),
      headers: row.headers.map(({ name }) => ({ name, value: MASK })),
      previousSecretUntil: until && until > time ? until : null,
      receiverPage:
        pageCreatedAt && pageExpiresAt && pageExpiresAt > time
          ? { createdAt: pageCreatedAt, expiresAt: pageExpiresAt }
          : null,
      createdBy: userId === null ? null : { id: userId, name: nameOf(userId) },
      lastDelivery:
        lastAttemptAt && lastStatus
          ? { at: lastAttemptAt, status: lastStatus, statusCode: row.lastStatusCode }
          : null,
    })
  })
}
