import vine from '@vinejs/vine'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { text, type FieldError } from '@crossdock/kernel/http'
import { valuePath } from '../definition/value_path.js'
import { mayHear, waitableEvents } from '../queries/waitable_events.js'
import { compare, needsOther, operators, type Operator } from '../steps/compare.js'
import { valueIn, valuePathShape } from '../steps/read_value.js'

/** What must hold of the content of an event: `event.payload.name` contains `invoice`. */
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

/** Whether a condition holds. Of a value that is missing only `not_exists` and `not_equals` hold. */
export function holdsOf(
  { payload }: Pick<LoggedEvent, 'payload'>,
  { value, operator, other }: EventCondition
): boolean {
  const names = valuePath(value)?.slice(2) ?? []
  return compare(valueIn(payload, names), operator, other)
}

/** What is wrong with types of events: they are unknown, or the context may not read them. */
export function checkEventTypes(eventTypes: readonly string[]): FieldError[] {
  const names = new Set(waitableEvents().map(({ name }) => name))
  return eventTypes.flatMap((name, at) => {
    const field = `eventTypes.${at}`
    if (!names.has(name)) {
      const unknown = text('There are no events of the type "{name}".', { name })
      return { field, rule: 'exists', text: unknown }
    }
    if (mayHear(name)) return []
    const refused = text('You may not read events of the type "{name}".', { name })
    return { field, rule: 'permission', text: refused }
  })
}

/** What is wrong with conditions: a value that is not of the event, or a comparison without its other side. */
export function checkConditions(conditions: readonly EventCondition[]): FieldError[] {
  const errors: FieldError[] = []
  for (const [at, { value, operator, other }] of conditions.entries()) {
    const [source, content, ...rest] = valuePath(value) ?? []
    if (source !== 'event' || content !== 'payload' || rest.length === 0) {
      const sentence = text(
        'The value is read in the content of the event: write it like event.payload.name.'
      )
      errors.push({ field: `conditions.${at}.value`, rule: 'path', text: sentence })
    }
    if (needsOther(operator) && !other) {
      const sentence = text('Say what the value is compared with.')
      errors.push({ field: `conditions.${at}.other`, rule: 'required', text: sentence })
    }
  }
  return errors
}
