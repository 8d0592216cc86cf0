import type { EventType } from '@crossdock/kernel/events'
import { answerOf } from '@crossdock/kernel/shapes'
import { text, type Text } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import type { ActivityLog } from '../models/activity_log.js'
import { activityResponse } from '../validators/activity.js'
import { sentenceOf, sentenceOfSeveral } from '../sentence_of.js'

/**
 * An entry for the dashboard and the feed, in the reader's language.
 * @param people names by e-mail address, which the sentence shows instead
 * @param isLine whether the entry represents its whole line
 */
export function showActivity(
  entry: Entry,
  userName: string | null,
  { types, people }: { types: ReadonlyMap<string, EventType>; people: ReadonlyMap<string, string> },
  reader: Reader,
  isLine: boolean
) {
  const type = types.get(entry.eventType ?? '')
  const sentence = type && sentenceOf(type, entry.metadata)
  const one = sentence ? reader.say(withNames(sentence, people)) : entry.action
  const line = lineOf(entry, isLine)
  const action = line.count > 1 ? lineSentence(entry, line.count, type, one, reader) : one
  return answerOf(activityResponse, entry, {
    ...line,
    action,
    userName: type?.outcome ? null : nameOf(entry, userName, reader),
  })
}

/** Only `email` is replaced: a file's name may look like an address. */
function withNames({ template, params }: Text, people: ReadonlyMap<string, string>): Text {
  const name = people.get(String(params.email))
  return { template, params: name === undefined ? params : { ...params, email: name } }
}

type Entry = Row<ActivityLog>

const lineOf = ({ createdAt, lineCount, lineLastAt }: Entry, isLine: boolean) =>
  isLine ? { count: lineCount, lastAt: lineLastAt ?? createdAt } : { count: 1, lastAt: createdAt }

/**
 * The sentence of a line. If the event type has none for several events: the first entry's sentence and the
 * number of others.
 */
function lineSentence(
  { metadata, lineShared }: Entry,
  count: number,
  type: EventType | undefined,
  one: string,
  reader: Reader
): string {
  const sentence = type && sentenceOfSeveral(type, metadata, count, lineShared ?? {})
  const shown = sentence ?? text('{action}, and {count} more', { action: one, count: count - 1 })
  return reader.say(withCount(shown, reader))
}

/** Formats the count for the language, such as `5,000`. */
function withCount({ template, params }: Text, { language }: Reader): Text {
  if (typeof params.count !== 'number') return { template, params }
  const count = new Intl.NumberFormat(language).format(params.count)
  return { template, params: { ...params, count } }
}

/** Visitors of a link have no name. */
const nameOf = ({ metadata }: Entry, userName: string | null, reader: Reader) =>
  metadata.actorType === 'link' ? reader.say(text('A visitor of a link')) : userName

/** An entry about a hidden object: only who did something, and when. */
export function showVeiled(entry: Entry, userName: string | null, reader: Reader, isLine: boolean) {
  const line = lineOf(entry, isLine)
  const action =
    line.count > 1
      ? text('{count} changes, some of them in a folder that is closed to you', line)
      : text('Something in a folder that is closed to you')
  const nothing = { eventType: null, entityType: null, entityId: null, metadata: {} }
  return answerOf(activityResponse, entry, {
    ...nothing,
    ...line,
    action: reader.say(withCount(action, reader)),
    userName,
  })
}
