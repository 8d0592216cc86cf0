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

/**
 * The ids of the active workflows that events of these types may set off, each once. Two queries, each by its own index: the
 * log asks for every event.
 * @param most of each query; all when undefined
 */
export async function drivenIds(eventTypes: readonly string[], most?: number): Promise<string[]> {
  const types = alike(eventTypes)
  const ids = new Set<string>()
  if (types.length > 0) {
    const rows = active<{ id: string }>().whereIn('trigger_type', types).select('id')
    for (const { id } of await (most ? rows.limit(most) : rows)) ids.add(id)
  }
  const heard = hearing(eventTypes).select('workflow_id')
  for (const { workflow_id: id } of await (most ? heard.limit(most) : heard)) ids.add(id)
  return [...ids]
}

/** A tenant may have thousands; only so many configurations are held at a time. */
const pageSize = 20

/** Those of the workflows that are still active, in the order of their ids, read page by page as far as the caller goes on. */
export async function* drivenWorkflows(ids: readonly string[]): AsyncGenerator<DrivenWorkflow> {
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += pageSize) {
    yield* await readPage(sorted.slice(at, at + pageSize))
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
