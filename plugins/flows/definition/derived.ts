import { text, type FieldError } from '@crossdock/kernel/http'
import { triggerTypes, type TriggerConfig, type TriggerType } from '../contracts/index.js'

/**
 * A configuration as it is to be stored: without the fields that Crossdock gives. One that was sent must be empty or what is
 * shown of the workflow.
 * @param workflowId undefined for a new one, which is shown nothing yet
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
  text: text('Crossdock sets {field}. Leave it out, or send it as it is shown.', { field }),
})

interface Triggered {
  id: string
  triggerType: string
}

/** What is shown beside the stored configurations of these workflows. */
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
