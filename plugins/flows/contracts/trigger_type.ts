import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { FieldError } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { ConfigSchema } from './config_schema.js'
import type { TriggerEvent } from './step_type.js'

/** What a trigger is set to; which fields there are depends on its type. */
export type TriggerConfig = Record<string, unknown>

/** A workflow as its trigger is told of it; the secrets of its configuration are open. */
export interface TriggeredWorkflow<Config = TriggerConfig> {
  id: string
  name: string
  config: Config
}

/** Fields of a trigger's configuration that Crossdock gives: never stored, shown beside what is stored. */
export interface DerivedFields {
  names: readonly string[]
  /** Their values by the ids of workflows, in the context of who reads them; of a workflow without them there is nothing. */
  of(workflowIds: readonly string[]): Promise<ReadonlyMap<string, TriggerConfig>>
}

/** Settings of a workflow that its trigger keeps elsewhere than in its configuration. */
export interface KeptSettings {
  settings: TriggerConfig
  /** The secrets that are set, by names that differ where they do not replace each other; they are not in `settings`. */
  secrets: readonly string[]
}

/** How promotion carries such settings from one environment to another; secrets stay where they are. */
export interface CarriedSettings {
  /** Those of workflows with this trigger, by their ids. */
  of(workflowIds: readonly string[]): Promise<ReadonlyMap<string, KeptSettings>>
  /**
   * Gives a workflow settings, in the transaction that saves it.
   * @throws Problem 403 when the caller may not change them
   */
  set(workflowId: string, settings: TriggerConfig): Promise<void>
}

/** When the files that are gathered for one run are enough: whichever comes first. */
export interface Gathering {
  /** No further event came for so long (ms); null: that does not count. */
  quietMs: number | null
  /** So many files have come. */
  maxFiles: number
  /** So long after the first one (ms). */
  maxMs: number
}

/** A rule of a trigger that an event did not fulfil. */
export interface UnfulfilledRule {
  /** Its place, counted from 1; 0: whoever saved the flow may not read such events. */
  rule: number
  value: string
  operator: string
  other: string | null
}

/** A kind of trigger, registered under the word workflows use for it (`file_event`). */
export interface TriggerType<Config = TriggerConfig> extends Kind<ConfigSchema<Config>> {
  /**
   * Checks what the schema cannot know when a workflow is saved: what must be there. Fields are
   * relative to the configuration (`assetId`).
   */
  check?(config: Config): Promise<FieldError[]> | FieldError[]
  /** What a client sends as one of these must be what it was shown. */
  derived?: DerivedFields
  carried?: CarriedSettings
  /**
   * What steps read as `input.data`, made of what the run was started with. Called when a worker takes the run up; what it
   * returns is not stored.
   * @param event that set the run off; null: none
   */
  open?(data: unknown, event?: TriggerEvent | null): Promise<unknown>
  /** Events that may set a flow off; absent for triggers that are not driven by the log. */
  on?: readonly EventType[]
  /**
   * Names of the events that a flow with this configuration hears, where each chooses among all of them; in place of `on`.
   * They are kept for active flows, so others cost nothing. Whoever saved the flow must be able to read what it hears.
   */
  hears?(config: Config): readonly string[]
  /** Whether this event sets off a flow with this configuration, as it is stored. */
  matches?(config: Config, event: LoggedEvent): boolean
  /** How events about files are gathered; undefined when each starts a run of its own. */
  gathers?(config: Config): Gathering | undefined
  /**
   * Why an event that matches does not set the flow off all the same: the log tells it, and no run begins. Asked with the rights
   * of whoever saved the workflow, outside of any transaction.
   */
  refuses?(config: Config, event: TriggerEvent): Promise<UnfulfilledRule | undefined>
  /**
   * A workflow may be set off from now on: it was created, activated, or its trigger was changed (then
   * after `deactivated`). Runs in the transaction that saves it: nothing but database work.
   */
  activated?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /** A workflow is set off no more: it was paused, deleted, or its trigger is changed. As `activated`. */
  deactivated?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /** A workflow has this trigger, active or not: it was created, or its name or trigger was changed. As `activated`, and before it. */
  saved?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /** A workflow has another trigger from now on. As `activated`. */
  left?(workflow: TriggeredWorkflow<Config>): Promise<void>
}

/** Trigger types by the word in a workflow's `triggerType`. */
export const triggerTypes = extensionPoint<TriggerType>('flows.triggers', {
  what: 'workflows with its triggers',
  table: 'integration_workflows',
  column: 'trigger_type',
})
