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
import { waitableEvents } from '../definition/waitable_events.js'

/** A workflow that an event may start, with the fields that decide about it. */
export interface CandidateWorkflow {
  id: string
  /** Events of other environments do not start the workflow. */
  environmentId: string
  triggerType: string
  savedBy: string | null
  /**
   * Returns the configuration with its secrets opened.
   * @throws Error if a newer version has stored another format
   */
  config(): TriggerConfig
}

/** The fields of a workflow that a new run needs. */
export interface StartableWorkflow {
  id: string
  environmentId: string
  name: string
  triggerType: string
  steps: FlowStep[]
  versionId: string | null
  savedBy: string | null
}

/** Returns the event types that may start workflows. */
export function triggeringEvents(): readonly EventType[] {
  const types = triggerTypes.entries().map(([, type]) => type)
  if (types.some(({ hears }) => hears)) return waitableEvents()
  return [...new Set(types.flatMap(({ on = [] }) => on))]
}

/** Returns whether workflows with this trigger react to events of a type; undefined if each workflow chooses. */
export const reactsTo = ({ on, hears }: TriggerType, eventType: string): boolean | undefined =>
  hears ? undefined : (on?.some(({ name }) => name === eventType) ?? false)

/** Returns the trigger types that react to one of these event types. */
const triggerTypesFor = (eventTypes: readonly string[]): string[] =>
  triggerTypes
    .entries()
    .filter(([, type]) => type.matches && eventTypes.some((name) => reactsTo(type, name)))
    .map(([name]) => name)

/** Selects active workflows that have chosen one of these event types. */
const selectHearing = (eventTypes: readonly string[]) =>
  tenantTable<{ workflow_id: string }>(HeardEvent.table).whereIn('event_type', [
    ...new Set(eventTypes),
  ])

const active = <Row>() => tenantTable<Row>('integration_workflows').where('is_active', true)

/**
 * Returns the ids of the active workflows that these event types may start, without duplicates. It makes two
 * queries, each with its own index, because it is called for every event of the log.
 * @param most maximum number of rows of each query
 */
export async function candidateIds(
  eventTypes: readonly string[],
  most?: number
): Promise<string[]> {
  const types = triggerTypesFor(eventTypes)
  const ids = new Set<string>()
  if (types.length > 0) {
    const rows = active<{ id: string }>().whereIn('trigger_type', types).select('id')
    for (const { id } of await (most ? rows.limit(most) : rows)) ids.add(id)
  }
  const heard = selectHearing(eventTypes).select('workflow_id')
  for (const { workflow_id: id } of await (most ? heard.limit(most) : heard)) ids.add(id)
  return [...ids]
}

/** Maximum number of configurations in memory at a time, because a tenant may have thousands of workflows. */
const pageSize = 20

/**
 * Yields those of these workflows that are still active, ordered by id. Reads the next page when the caller needs
 * it.
 */
export async function* candidateWorkflows(
  ids: readonly string[]
): AsyncGenerator<CandidateWorkflow> {
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += pageSize) {
    yield* await readPage(sorted.slice(at, at + pageSize))
  }
}

interface CandidateRow {
  id: string
  environment_id: string
  trigger_type: string
  trigger_config: string
  saved_by: string | null
}

async function readPage(ids: string[]): Promise<CandidateWorkflow[]> {
  const rows = await active<CandidateRow>()
    .whereIn('id', ids)
    .select('id', 'environment_id', 'trigger_type', 'trigger_config', 'saved_by')
  return rows
    .map(({ id, trigger_config: text, ...row }) => ({
      id,
      environmentId: row.environment_id,
      triggerType: row.trigger_type,
      savedBy: row.saved_by,
      config() {
        const config = parseObject(text)
        if (!config) throw new Error('The configuration of its trigger is not a JSON object.')
        return openConfig<TriggerConfig>(config, sealedFor(id))
      },
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Returns those of these workflows that still exist and are active. */
export async function findStartable(ids: string[]): Promise<StartableWorkflow[]> {
  return startable(ids)
}

const startable = (ids: readonly string[]) =>
  Workflow.query()
    .where('is_active', true)
    .whereIn('id', [...ids])
    .select('id', 'environment_id', 'name', 'trigger_type', 'steps', 'version_id', 'saved_by')

/** Like `findStartable`, but locks the workflows until the transaction ends. */
export async function lockStartable(ids: readonly string[]): Promise<StartableWorkflow[]> {
  return startable(ids).orderBy('id').forUpdate()
}
