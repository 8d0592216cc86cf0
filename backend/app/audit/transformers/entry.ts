import { sentenceOf } from '@crossdock/backend/activity'
import { parseObject } from '@crossdock/kernel/json'
import { answerOf } from '@crossdock/kernel/shapes'
import { english } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import { pluginHost } from '@crossdock/kernel/plugin'
import type { AuditEntry } from '../models/audit_entry.js'
import { entryAnswer } from '../validators/audit.js'

type Entry = Row<AuditEntry>

/** Shows entries in the reader's language. Entries of unknown types and erased entries have no sentence. */
export function shownTo(reader: Reader) {
  const types = new Map(pluginHost.use().eventTypes.map((type) => [type.name, type]))
  return (entry: Entry) => {
    const details = objectOf(entry.details)
    const type = types.get(entry.eventType)
    const sentence = details && type && sentenceOf(type, details)
    const action = sentence ? (reader.translate(sentence) ?? english(sentence)) : null
    const erased = erasedParts(entry)
    return answerOf(entryAnswer, entry, {
      action,
      description: type?.description ?? null,
      person: personOf(entry),
      details,
      erased,
    })
  }
}

const objectOf = (text: string | null) => (text === null ? null : (parseObject(text) ?? null))

function personOf({ person }: Entry) {
  const { name, email } = objectOf(person) ?? {}
  return typeof name === 'string' && typeof email === 'string' ? { name, email } : null
}

const erasedParts = (entry: Entry) => [
  ...(entry.person === null && entry.personHash !== null ? (['person'] as const) : []),
  ...(entry.details === null && entry.detailsHash !== null ? (['details'] as const) : []),
]
