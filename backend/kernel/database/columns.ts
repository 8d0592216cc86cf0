import { column } from '@adonisjs/lucid/orm'

/** A JSON column: text on SQLite, jsonb on PostgreSQL, an object or array in code. */
export function jsonColumn(options: { columnName?: string; serializeAs?: string | null } = {}) {
  return column({
    ...options,
    prepare: (value: unknown) =>
      value === undefined || value === null ? null : JSON.stringify(value),
    consume: (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value),
  })
}

/** A boolean column: SQLite keeps 0 and 1. */
export function booleanColumn() {
  return column({ consume: (value: unknown) => value === true || value === 1 })
}

/** An instant, ISO 8601 in UTC with milliseconds, in code as text. */
export function instantColumn() {
  return column({
    prepare: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
    consume: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
  })
}
