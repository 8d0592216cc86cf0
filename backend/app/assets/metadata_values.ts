import { fold } from '@crossdock/kernel/http'
import { ExactNumber, isNumber } from '@crossdock/kernel/json'
import type { RowValues } from '@crossdock/kernel/tenancy'
import type { Metadata } from './contracts/index.js'

/** What of metadata can be filtered by, and what is read of tags and metadata by a search; all of them are kept and shown. */
const mostKeys = 100
const longestKey = 128
const longestText = 255
const mostWords = 2_000

/** Between texts: what begins one is found as the beginning of a name is. */
const textStart = '\n\n'

/** Rows of what stands at the top of metadata, by kind of value. A text that is a date is both. */
export function metadataRows(assetId: string, metadata: Metadata): RowValues[] {
  const rows: RowValues[] = []
  for (const [key, value] of Object.entries(metadata)) {
    if (!isPlain(value) || [...key].length > longestKey) continue
    if (rows.length === mostKeys) break
    rows.push({ asset_id: assetId, key, ...columnsOf(value) })
  }
  return rows
}

type Plain = string | number | boolean | ExactNumber

const isPlain = (value: unknown): value is Plain =>
  isNumber(value) || typeof value === 'string' || typeof value === 'boolean'

/** Filters find an exact number by its text. Ranges use its value as a double. */
function columnsOf(value: Plain): RowValues {
  if (value instanceof ExactNumber) {
    const rounded = Number(value.text)
    return {
      text_value: value.text.length <= longestText ? value.text : null,
      number_value: Number.isFinite(rounded) ? rounded : null,
      date_value: null,
    }
  }
  if (typeof value === 'number') return { text_value: null, number_value: value, date_value: null }
  const text = comparedText(value)
  return {
    text_value: [...text].length <= longestText ? text : null,
    number_value: null,
    date_value: typeof value === 'string' ? dateOf(value) : null,
  }
}

/** A value as filters compare it: in NFC, with upper and lower case kept apart. */
export const comparedText = (value: string | boolean): string => String(value).normalize('NFC')

const isoDate = /^(?!0000)(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A day or an instant as databases keep it; null for other texts. A day begins in UTC. */
export function dateOf(text: string): string | null {
  const day = isoDate.exec(text)?.[1]
  // JavaScript takes the 30th of February for the 2nd of March.
  if (day === undefined || new Date(day).getUTCDate() !== Number(day.slice(8))) return null
  const time = new Date(text)
  const isKept = !Number.isNaN(time.getTime()) && /^\d{4}-/.test(time.toISOString())
  return isKept ? time.toISOString() : null
}

/** What a search reads beside the name: tags, then the texts and numbers of metadata however deep they lie. */
export function wordsOf(tags: readonly string[], metadata: Metadata): string {
  const words = [...tags]
  let room = mostWords - words.join(textStart).length
  for (const value of plainValues(metadata)) {
    if (room <= 0) break
    words.push(value)
    room -= value.length + textStart.length
  }
  // Cut between characters, as a column holds no half ones.
  return fold(words.join(textStart))
    .slice(0, mostWords)
    .replace(/[\uD800-\uDBFF]$/, '')
}

function* plainValues(value: unknown): Generator<string> {
  if (typeof value === 'string' || isNumber(value)) return yield String(value)
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) yield* plainValues(inner)
}
