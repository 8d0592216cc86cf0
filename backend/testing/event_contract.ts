import { Ajv, type ValidateFunction } from 'ajv'
import { unscoped } from '@crossdock/kernel/database'
import { describeEvents } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'

/** Ids of recorded events. Rows that a spec inserts have other ids and are not checked. */
const recorded = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
/** How many of the newest events are checked. */
const most = 2_000

const ajv = new Ajv({ strict: false })
/**
 * Cached by the text of the schema: compiling all schemas for each application costs more than many tests.
 */
const compiled = new Map<string, ValidateFunction>()

/** Checks recorded events against the declarations of their types. @throws on the first violation */
export async function assertEventsKept(): Promise<void> {
  const types = describeEvents(pluginHost.use().eventTypes)
  const validators = new Map(types.map(({ name, payload }) => [name, validator(payload)]))
  const rows: { id: string; event_type: string; payload: string }[] = await asOperator(
    'check the log against the catalog',
    () =>
      unscoped()
        .from('middleware_events')
        .select('id', 'event_type', 'payload')
        .orderBy('seq', 'desc')
        .limit(most)
  )
  for (const { event_type: type, payload } of rows.filter(({ id }) => recorded.test(id))) {
    const validate = validators.get(type)
    if (!validate) throw new Error(`The event type "${type}" is not declared by any plugin.`)
    if (validate(JSON.parse(payload))) continue
    throw new Error(`${type} ${payload} breaks its schema: ${ajv.errorsText(validate.errors)}`)
  }
}

function validator(schema: object): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = compiled.get(text)
  if (known) return known
  const made = ajv.compile(schema)
  compiled.set(text, made)
  return made
}
