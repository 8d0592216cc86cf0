import type { EventType } from '@crossdock/kernel/events'
import { answerOf, text, type Reader, type Row } from '@crossdock/kernel/http'
import type { ActivityLog } from '../models/activity_log.js'
import { activityResponse } from '../validators/activity.js'
import { sentenceOf } from '../sentence_of.js'

/** An entry as dashboard and feed show it, told in the language of its reader. */
export function showActivity(
  entry: Row<ActivityLog>,
  userName: string | null,
  types: ReadonlyMap<string, EventType>,
  reader: Reader
) {
  const type = types.get(entry.eventType ?? '')
  const sentence = type && sentenceOf(type, entry.metadata)
  const action = (sentence && reader.translate(sentence)) ?? entry.action
  return answerOf(activityResponse, entry, { action, userName: nameOf(entry, userName, reader) })
}

/** Visitors of a link have no name. */
const nameOf = ({ metadata }: Row<ActivityLog>, userName: string | null, reader: Reader) =>
  metadata.actorType === 'link' ? reader.say(text('A visitor of a link')) : userName

/** Of what its reader may not see: who did something, and when. */
export function showVeiled(entry: Row<ActivityLog>, userName: string | null, reader: Reader) {
  const action = reader.say(text('Something in a folder that is closed to you'))
  const nothing = { eventType: null, entityType: null, entityId: null, metadata: {} }
  return answerOf(activityResponse, entry, { ...nothing, action, userName })
}
