import vine from '@vinejs/vine'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { text, type FieldError } from '@crossdock/kernel/ground'
import { valuePath } from '../expressions/value_path.js'
import { mayReadEventType, waitableEvents } from './waitable_events.js'
import { compare, needsOther, operators, type Operator } from '../expressions/compare.js'
import { valueIn, valuePathShape } from '../expressions/read_value.js'

/** A condition on the content of an event: `event.payload.name` contains `invoice`. */
export interface EventCondition {
  value: string
  operator: Operator
  other?: string | undefined
}

export const conditionShape = () =>
  vine.object({
    value: valuePathShape(),
    operator: vine.enum(operators),
    other: vine.string().maxLength(1_000).optional(),
  })

/** A rule for an event. It has the same fields as a `condition` step. */
export const ruleShape = () =>
  vine.object({
    value: valuePathShape(),
    operator: vine.enum(operators),
    other: vine.string().maxLength(1_000).nullable().optional(),
  })

/** Returns whether a condition is met. A missing value meets only `not_exists` and `not_equals`. */
export function holdsOf(
  { payload }: Pick<LoggedEvent, 'payload'>,
  { value, operator, other }: EventCondition
): boolean {
  const names = valuePath(value)?.slice(2) ?? []
  return compare(valueIn(payload, names), operator, other)
}

/** Returns errors for event types that are unknown or that the context may not read. */
export function checkEventTypes(eventTypes: readonly string[]): FieldError[] {
  const names = new Set(waitableEvents().map(({ name }) => name))
  return eventTypes.flatMap((name, at) => {
    const field = `eventTypes.${at}`
    if (!names.has(name)) {
      const unknown = text('There are no events of the type "{name}".', { name })
      return { field, rule: 'exists', text: unknown }
    }
    if (mayReadEventType(name)) return []
    const refused = text('You may not read events of the type "{name}".', { name })
    return { field, rule: 'permission', text: refused }
  })
}

/** Returns errors for conditions that read no value of the event, or that lack the value to compare with. */
export function checkConditions(conditions: readonly EventCondition[]): FieldError[] {
  const errors: FieldError[] = []
  for (const [at, { value, operator, other }] of conditions.entries()) {
    const [source, content, ...rest] = valuePath(value) ?? []
    if (source !== 'event' || content !== 'payload' || rest.length === 0) {
      const sentence = text('The value must be a path in the event, such as event.payload.name.')
      errors.push({ field: `conditions.${at}.value`, rule: 'path', text: sentence })
    }
    if (needsOther(operator) && !other) {
      const sentence = text('Enter the value to compare with.')
      errors.push({ field: `conditions.${at}.other`, rule: 'required', text: sentence })
    }
  }
  return errors
}
