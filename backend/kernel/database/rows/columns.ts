import { column } from '@adonisjs/lucid/orm'
import { parseJson } from '../../json/index.js'

/**
 * A JSON column: text on SQLite, jsonb on PostgreSQL (read as text, see config.ts). The code gets an array, or
 * an object without a prototype.
 */
export function jsonColumn(options: { columnName?: string; serializeAs?: string | null } = {}) {
  return column({
    ...options,
    prepare: (value: unknown) =>
      value === undefined || value === null ? null : JSON.stringify(value),
    consume: (value: unknown) => (typeof value === 'string' ? parseJson(value) : value),
  })
}

/** A boolean column; SQLite stores 0 and 1. */
export function booleanColumn() {
  return column({ consume: (value: unknown) => value === true || value === 1 })
}

/** An instant. The code gets ISO 8601 text in UTC with milliseconds. */
export function instantColumn() {
  return column({
    prepare: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
    consume: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
  })
}
