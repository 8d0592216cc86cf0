import { answerOf, type Reader, type Row } from '@crossdock/kernel/http'
import { notificationKinds } from '../contracts/index.js'
import type { Notice } from '../models/notice.js'
import type { Notification } from '../models/notification.js'
import { sentenceOf } from '../queries/sentence.js'
import { notificationAnswer } from '../validators/notifications.js'

/** A notification in the language of its reader. */
export function showNotification(row: Row<Notification>, notice: Notice, reader: Reader) {
  const { eventType, entityType, entityId, count, payload } = notice
  const kind = notificationKinds.get(row.kind)
  return answerOf(notificationAnswer, row, {
    ...{ eventType, entityType, entityId, count },
    label: kind ? reader.say(kind.label) : row.kind,
    text: reader.say(sentenceOf(notice)),
    metadata: { ...payload, eventType },
  })
}
