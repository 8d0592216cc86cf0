import { JsonSchemas, type Json } from '../http/json_schema.js'
import type { EventType } from './event_type.js'

/** A kind of event as others are told of it. */
export interface DescribedEvent {
  name: string
  description: string
  /** By which its data is read; null: nobody is asked for one. */
  permission: string | null
  /** Its own, or the area of its permission (`assets` of `assets.read`); null: it has neither. */
  group: string | null
  /** JSON Schema of what it carries. */
  payload: Json
}

/** The group of an event type, which lists of events filter by. */
export const groupOf = ({
  group,
  permission,
}: Pick<EventType, 'group' | 'permission'>): string | null =>
  group ?? permission?.name.split('.', 1)[0] ?? null

/** What the log may hold, by name. */
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
