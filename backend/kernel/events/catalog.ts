import { JsonSchemas, type Json } from '../shapes/json_schema.js'
import type { EventType } from './event_type.js'

/** Description of an event type, for the catalog. */
export interface DescribedEvent {
  name: string
  description: string
  /** Permission to read its data; null: no permission is needed. */
  permission: string | null
  /** The declared group, otherwise the area of the permission (`assets` of `assets.read`); null without both. */
  group: string | null
  /** JSON Schema of the payload. */
  payload: Json
}

/** The group of an event type; lists of events filter by it. */
export const groupOf = ({
  group,
  permission,
}: Pick<EventType, 'group' | 'permission'>): string | null =>
  group ?? permission?.name.split('.', 1)[0] ?? null

/** All event types, sorted by name. */
export function describeEvents(types: readonly EventType[]): DescribedEvent[] {
  const schemas = new JsonSchemas()
  return types
    .map((type) => ({
      name: type.name,
      description: type.description,
      permission: type.permission?.name ?? null,
      group: groupOf(type),
      payload: schemas.of(type.payload),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
