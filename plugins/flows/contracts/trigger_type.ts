import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { FieldError } from '@crossdock/kernel/ground'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { ConfigSchema } from './config_schema.js'
import type { TriggerEvent } from './step_type.js'

/** The configuration of a trigger; its fields depend on the type. */
export type TriggerConfig = Record<string, unknown>

/** A workflow as its trigger receives it, with the secrets of the configuration opened. */
export interface TriggeredWorkflow<Config = TriggerConfig> {
  id: string
  name: string
  config: Config
}

/**
 * Fields of a trigger's configuration that Crossdock sets. They are not stored, but the API shows them with the
 * stored fields.
 */
export interface DerivedFields {
  names: readonly string[]
  /** Returns values by workflow id, in the context of the reader. Workflows without values are omitted. */
  of(workflowIds: readonly string[]): Promise<ReadonlyMap<string, TriggerConfig>>
}

/** Settings of a workflow that its trigger stores outside its configuration. */
export interface KeptSettings {
  settings: TriggerConfig
  /**
   * Names of the secrets that are set. Secrets that do not replace each other need different names. The secrets
   * are not in `settings`.
   */
  secrets: readonly string[]
}

/** Copies these settings between environments during a promotion. Secrets are not copied. */
export interface CarriedSettings {
  /** Returns settings of workflows with this trigger, by workflow id. */
  of(workflowIds: readonly string[]): Promise<ReadonlyMap<string, KeptSettings>>
  /**
   * Stores settings of a workflow, in the transaction that saves it.
   * @throws Problem 403 if the caller may not change them
   */
  set(workflowId: string, settings: TriggerConfig): Promise<void>
}

/** When the files that a workflow gathers start a run. The first condition that is met counts. */
export interface Gathering {
  /** Time without a further event, in milliseconds; null: no such condition. */
  quietMs: number | null
  /** Number of gathered files. */
  maxFiles: number
  /** Time since the first event, in milliseconds. */
  maxMs: number
}

/** A rule of a trigger that an event did not fulfill. */
export interface UnfulfilledRule {
  /** Its position, counted from 1. 0 means that the person who saved the flow may not read these events. */
  rule: number
  value: string
  operator: string
  other: string | null
}

/** A kind of trigger, registered under the name that workflows use (`file_event`). */
export interface TriggerType<Config = TriggerConfig> extends Kind<ConfigSchema<Config>> {
  /**
   * Checks what the schema cannot know when a workflow is saved: that referenced rows exist. Fields are relative
   * to the configuration (`assetId`).
   */
  check?(config: Config): Promise<FieldError[]> | FieldError[]
  /** If a client sends these fields, they must equal the shown values. */
  derived?: DerivedFields
  carried?: CarriedSettings
  /**
   * Turns the data that started the run into the `input.data` of its steps. It is called when a worker takes the
   * run, and the result is not stored.
   * @param event the event that caused the run; null if there is none
   */
  open?(data: unknown, event?: TriggerEvent | null): Promise<unknown>
  /** Events that may start a flow; absent for triggers that do not use the event log. */
  on?: readonly EventType[]
  /**
   * Returns the names of the events that start a flow, if each flow chooses its events; it replaces `on`. The
   * names are stored for active flows, so other events cost nothing. The person who saved the flow must be able
   * to read these events.
   */
  hears?(config: Config): readonly string[]
  /** Returns whether this event starts a flow with this stored configuration. */
  matches?(config: Config, event: LoggedEvent): boolean
  /** Returns how events about files are gathered; undefined if each event starts a run. */
  gathers?(config: Config): Gathering | undefined
  /**
   * Returns the rule that a matching event does not fulfill. Then no run starts, and the event log records why.
   * Runs with the permissions of the person who saved the workflow, outside any transaction.
   */
  refuses?(config: Config, event: TriggerEvent): Promise<UnfulfilledRule | undefined>
  /**
   * Called when the workflow can be started from now on: it was created or activated, or its trigger was changed
   * (then after `deactivated`). Runs in the saving transaction: only database work is allowed.
   */
  activated?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /**
   * Called when the workflow can no longer be started: it was paused or deleted, or its trigger is changed. Runs
   * like `activated`.
   */
  deactivated?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /**
   * Called when the workflow has this trigger, active or not: it was created, or its name or trigger was
   * changed. Runs like `activated`, and before it.
   */
  saved?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /** Called when the workflow has another trigger from now on. Runs like `activated`. */
  left?(workflow: TriggeredWorkflow<Config>): Promise<void>
}

/** Trigger types by a workflow's `triggerType`. */
export const triggerTypes = extensionPoint<TriggerType>('flows.triggers', {
  what: 'workflows with its triggers',
  table: 'integration_workflows',
  column: 'trigger_type',
})
