import { answerOf } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import { notificationKinds } from '../contracts/index.js'
import type { Notice } from '../models/notice.js'
import type { Notification } from '../models/notification.js'
import { sentenceOf } from './sentence.js'
import { notificationAnswer } from '../validators/notifications.js'

/** A notification in the reader's language. */
export function showNotification(
  row: Row<Notification>,
  // Only notices of operators have an end.
  notice: Notice & { endedAt?: string | null },
  reader: Reader
) {
  const { eventType, entityType, entityId, count, payload } = notice
  const kind = notificationKinds.get(row.kind)
  return answerOf(notificationAnswer, row, {
    eventType,
    entityType,
    entityId,
    count,
    endedAt: notice.endedAt ?? null,
    place: kind?.place?.path ?? null,
    label: kind ? reader.say(kind.label) : row.kind,
    text: reader.say(sentenceOf(notice)),
    metadata: { ...payload, eventType },
  })
}
