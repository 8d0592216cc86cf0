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
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    if (!isPlain || [...key].length > longestKey) continue
    if (rows.length === mostKeys) break
    rows.push({ asset_id: assetId, key, ...columnsOf(value as string | number | boolean) })
  }
  return rows
}

function columnsOf(value: string | number | boolean): RowValues {
  if (typeof value === 'number') return { text_value: null, number_value: value, date_value: null }
  const text = String(value)
  return {
    text_value: [...text].length <= longestText ? text : null,
    number_value: null,
    date_value: typeof value === 'string' ? dateOf(value) : null,
  }
}

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
  return words
    .join(textStart)
    .slice(0, mostWords)
    .replace(/[\uD800-\uDBFF]$/, '')
}

function* plainValues(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value)
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) yield* plainValues(inner)
}
