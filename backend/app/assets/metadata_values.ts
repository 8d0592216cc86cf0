import { fold } from '@crossdock/kernel/lists'
import { ExactNumber, isNumber } from '@crossdock/kernel/json'
import type { RowValues } from '@crossdock/kernel/tenancy'
import type { Metadata } from './contracts/index.js'

/** Limits for filters and search only; all metadata are stored and shown. */
const mostKeys = 100
const longestKey = 128
const longestText = 255
const mostWords = 2_000

/** Separates texts, so that search can match the beginning of each one. */
const textStart = '\n\n'

/** Rows for the top-level values of metadata. Each kind of value has its column; a text that is a date uses two. */
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
    date_value: typeof value === 'string' ? parseDate(value) : null,
  }
}

/** A value in the form that filters compare: in NFC and case-sensitive. */
export const comparedText = (value: string | boolean): string => String(value).normalize('NFC')

const isoDate = /^(?!0000)(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A day or an instant in the database's format; null for other texts. A day begins in UTC. */
export function parseDate(text: string): string | null {
  const day = isoDate.exec(text)?.[1]
  // JavaScript reads February 30 as March 2.
  if (day === undefined || new Date(day).getUTCDate() !== Number(day.slice(8))) return null
  const time = new Date(text)
  const isKept = !Number.isNaN(time.getTime()) && /^\d{4}-/.test(time.toISOString())
  return isKept ? time.toISOString() : null
}

/** What search reads in addition to the name: tags, then the texts and numbers of metadata at any depth. */
export function searchTextOf(tags: readonly string[], metadata: Metadata): string {
  const words = [...tags]
  let room = mostWords - words.join(textStart).length
  for (const value of plainValues(metadata)) {
    if (room <= 0) break
    words.push(value)
    room -= value.length + textStart.length
  }
  // Cut between characters, never inside one.
  return fold(words.join(textStart))
    .slice(0, mostWords)
    .replace(/[\uD800-\uDBFF]$/, '')
}

function* plainValues(value: unknown): Generator<string> {
  if (typeof value === 'string' || isNumber(value)) return yield String(value)
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) yield* plainValues(inner)
}
