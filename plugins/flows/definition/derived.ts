import { text, type FieldError } from '@crossdock/kernel/ground'
import { triggerTypes, type TriggerConfig, type TriggerType } from '../contracts/index.js'

/**
 * Removes the fields that Crossdock sets from a configuration. If they were sent, they must be empty or equal
 * the shown values.
 * @param workflowId undefined for a new workflow, which has no values yet
 */
export async function withoutDerived(
  { derived }: TriggerType,
  sent: TriggerConfig,
  workflowId: string | undefined
): Promise<{ config: TriggerConfig; errors: FieldError[] }> {
  const names = derived?.names.filter((name) => Object.hasOwn(sent, name)) ?? []
  if (!derived || names.length === 0) return { config: sent, errors: [] }
  const shown = workflowId && (await derived.of([workflowId])).get(workflowId)
  const wrong = names.filter(
    (name) => !isEmpty(sent[name]) && !(shown && shown[name] === sent[name])
  )
  const rest = Object.entries(sent).filter(([name]) => !names.includes(name))
  return { config: Object.fromEntries(rest), errors: wrong.map(givenByUs) }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const givenByUs = (field: string): FieldError => ({
  field,
  rule: 'derived',
  text: text('Crossdock sets {field}. Leave it out, or send the shown value.', { field }),
})

interface Triggered {
  id: string
  triggerType: string
}

/** Returns the values to show next to the stored configurations of these workflows. */
export async function derivedOf(
  workflows: readonly Triggered[]
): Promise<(workflow: Triggered) => TriggerConfig> {
  const found = new Map<string, TriggerConfig>()
  for (const [type, own] of Map.groupBy(workflows, ({ triggerType }) => triggerType)) {
    const fields = await triggerTypes.get(type)?.derived?.of(own.map(({ id }) => id))
    for (const [id, config] of fields ?? []) found.set(id, config)
  }
  return ({ id }) => found.get(id) ?? {}
}
