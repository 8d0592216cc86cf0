import type { EventType } from '@crossdock/kernel/events'
import { parseObject } from '@crossdock/kernel/json'
import { openConfig } from '@crossdock/kernel/kinds'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { triggerTypes, type FlowStep, type TriggerConfig } from '../contracts/index.js'
import { sealedFor } from '../definition/sealed.js'
import { Workflow } from '../models/workflow.js'

/** A workflow as far as is needed to tell whether an event sets it off. */
export interface DrivenWorkflow {
  id: string
  /** Where it works: events of others do not set it off. */
  environmentId: string
  triggerType: string
  savedBy: string | null
  /** Its secrets are open. @throws Error when a newer version has stored something else there */
  config(): TriggerConfig
}

/** What a run takes along of its workflow. */
export interface StartableWorkflow {
  id: string
  environmentId: string
  name: string
  triggerType: string
  steps: FlowStep[]
  versionId: string | null
  savedBy: string | null
}

/** The events that may set off anything. */
export function drivingEvents(): EventType[] {
  return [...new Set(triggerTypes.entries().flatMap(([, { on = [] }]) => on))]
}

/** Active workflows that events of these types may set off. */
function driven<Row>(eventTypes: readonly string[]) {
  const types = triggerTypes
    .entries()
    .filter(([, type]) => type.matches && type.on?.some(({ name }) => eventTypes.includes(name)))
    .map(([name]) => name)
  return tenantTable<Row>('integration_workflows')
    .where('is_active', true)
    .whereIn('trigger_type', types)
}

export async function isDriven(eventTypes: readonly string[]): Promise<boolean> {
  return Boolean(await driven(eventTypes).select('id').first())
}

/** A tenant may have thousands; only so many configurations are held at a time. */
const pageSize = 20

/** In the order of their ids, which is the same everywhere; read page by page, as far as is asked for. */
export async function* drivenWorkflows(
  eventTypes: readonly string[],
  isWanted: (id: string) => boolean
): AsyncGenerator<DrivenWorkflow> {
  const rows = await driven<{ id: string }>(eventTypes).select('id')
  const ids = rows
    .map(({ id }) => id)
    .filter(isWanted)
    .sort()
  for (let at = 0; at < ids.length; at += pageSize) {
    yield* await readPage(eventTypes, ids.slice(at, at + pageSize))
  }
}

interface DrivenRow {
  id: string
  environment_id: string
  trigger_type: string
  trigger_config: string
  saved_by: string | null
}

async function readPage(eventTypes: readonly string[], ids: string[]): Promise<DrivenWorkflow[]> {
  const rows = await driven<DrivenRow>(eventTypes)
    .whereIn('id', ids)
    .select('id', 'environment_id', 'trigger_type', 'trigger_config', 'saved_by')
  return rows
    .map(({ id, trigger_config: text, ...row }) => ({
      ...{ id, environmentId: row.environment_id },
      ...{ triggerType: row.trigger_type, savedBy: row.saved_by },
      config() {
        const config = parseObject(text)
        if (!config) throw new Error('The configuration of its trigger is no JSON object.')
        return openConfig<TriggerConfig>(config, sealedFor(id))
      },
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Those of the workflows that are still there and active. */
export async function findStartable(ids: string[]): Promise<StartableWorkflow[]> {
  return Workflow.query()
    .where('is_active', true)
    .whereIn('id', ids)
    .select('id', 'environment_id', 'name', 'trigger_type', 'steps', 'version_id', 'saved_by')
}
