import { Ajv, type ValidateFunction } from 'ajv'
import { unscoped } from '@crossdock/kernel/database'
import { describeEvents } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'

/** Rows a spec wrote itself carry ids of its own; these are not held to the catalogue. */
const recorded = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
/** Newest events that are looked at. */
const most = 2_000

const ajv = new Ajv({ strict: false })
/** By the text of their schema: compiling all of them anew for each application costs more than many a test. */
const compiled = new Map<string, ValidateFunction>()

/** Holds the events an application recorded against what their types declare. @throws on the first that breaks it */
export async function assertEventsKept(): Promise<void> {
  const types = describeEvents(pluginHost.use().eventTypes)
  const validators = new Map(types.map(({ name, payload }) => [name, validator(payload)]))
  const rows: { id: string; event_type: string; payload: string }[] = await asOperator(
    'hold the log against the catalog',
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
