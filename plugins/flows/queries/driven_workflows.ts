import type { EventType } from '@crossdock/kernel/events'
import { parseObject } from '@crossdock/kernel/json'
import { openConfig } from '@crossdock/kernel/kinds'
import { tenantTable } from '@crossdock/kernel/tenancy'
import {
  triggerTypes,
  type FlowStep,
  type TriggerConfig,
  type TriggerType,
} from '../contracts/index.js'
import { sealedFor } from '../definition/sealed.js'
import { HeardEvent } from '../models/heard_event.js'
import { Workflow } from '../models/workflow.js'
import { waitableEvents } from './waitable_events.js'

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
export function drivingEvents(): readonly EventType[] {
  const types = triggerTypes.entries().map(([, type]) => type)
  if (types.some(({ hears }) => hears)) return waitableEvents()
  return [...new Set(types.flatMap(({ on = [] }) => on))]
}

/** Whether workflows with this trigger hear events of a type; undefined where each chooses for itself. */
export const answers = ({ on, hears }: TriggerType, eventType: string): boolean | undefined =>
  hears ? undefined : (on?.some(({ name }) => name === eventType) ?? false)

/** Active workflows that events of these types may set off, with a trigger of types that all answer alike. */
const alike = (eventTypes: readonly string[]): string[] =>
  triggerTypes
    .entries()
    .filter(([, type]) => type.matches && eventTypes.some((name) => answers(type, name)))
    .map(([name]) => name)

/** Active workflows that have chosen one of these events. */
const hearing = (eventTypes: readonly string[]) =>
  tenantTable<{ workflow_id: string }>(HeardEvent.table).whereIn('event_type', [
    ...new Set(eventTypes),
  ])

const active = <Row>() => tenantTable<Row>('integration_workflows').where('is_active', true)

/** Each by its own index: the log asks at every event. */
export async function isDriven(eventTypes: readonly string[]): Promise<boolean> {
  const types = alike(eventTypes)
  if (types.length > 0 && (await active().whereIn('trigger_type', types).select('id').first()))
    return true
  return Boolean(await hearing(eventTypes).select('id').first())
}

/** The ids of the active workflows that events of these types may set off. */
async function drivenIds(eventTypes: readonly string[]): Promise<Set<string>> {
  const rows = await active<{ id: string }>()
    .whereIn('trigger_type', alike(eventTypes))
    .select('id')
  const heard = await hearing(eventTypes).select('workflow_id')
  return new Set([...rows.map(({ id }) => id), ...heard.map((row) => row.workflow_id)])
}

/** A tenant may have thousands; only so many configurations are held at a time. */
const pageSize = 20

/** In the order of their ids, which is the same everywhere; read page by page, as far as is asked for. */
export async function* drivenWorkflows(
  eventTypes: readonly string[],
  isWanted: (id: string) => boolean
): AsyncGenerator<DrivenWorkflow> {
  const ids = [...(await drivenIds(eventTypes))].filter(isWanted).sort()
  for (let at = 0; at < ids.length; at += pageSize) {
    yield* await readPage(ids.slice(at, at + pageSize))
  }
}

interface DrivenRow {
  id: string
  environment_id: string
  trigger_type: string
  trigger_config: string
  saved_by: string | null
}

async function readPage(ids: string[]): Promise<DrivenWorkflow[]> {
  const rows = await active<DrivenRow>()
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
  return startable(ids)
}

const startable = (ids: readonly string[]) =>
  Workflow.query()
    .where('is_active', true)
    .whereIn('id', [...ids])
    .select('id', 'environment_id', 'name', 'trigger_type', 'steps', 'version_id', 'saved_by')

/** As `findStartable`, and nobody else starts, gathers for, changes or deletes them before the transaction ends. */
export async function heldWorkflows(ids: readonly string[]): Promise<StartableWorkflow[]> {
  return startable(ids).orderBy('id').forUpdate()
}
