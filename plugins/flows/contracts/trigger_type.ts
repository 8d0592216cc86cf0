import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { FieldError } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { ConfigSchema } from './config_schema.js'

/** What a trigger is set to; which fields there are depends on its type. */
export type TriggerConfig = Record<string, unknown>

/** A workflow as its trigger is told of it; the secrets of its configuration are open. */
export interface TriggeredWorkflow<Config = TriggerConfig> {
  id: string
  name: string
  config: Config
}

/** A kind of trigger, registered under the word workflows use for it (`file_event`). */
export interface TriggerType<Config = TriggerConfig> extends Kind<ConfigSchema<Config>> {
  /**
   * Checks what the schema cannot know when a workflow is saved: what must be there. Fields are
   * relative to the configuration (`assetId`).
   */
  check?(config: Config): Promise<FieldError[]> | FieldError[]
  /** Events that may set a flow off; absent for triggers that are not driven by the log. */
  on?: readonly EventType[]
  /** Whether this event sets off a flow with this configuration, as it is stored. */
  matches?(config: Config, event: LoggedEvent): boolean
  /**
   * A workflow may be set off from now on: it was created, activated, or its trigger was changed (then
   * after `deactivated`). Runs in the transaction that saves it: nothing but database work.
   */
  activated?(workflow: TriggeredWorkflow<Config>): Promise<void>
  /** A workflow is set off no more: it was paused, deleted, or its trigger is changed. As `activated`. */
  deactivated?(workflow: TriggeredWorkflow<Config>): Promise<void>
}

/** Trigger types by the word in a workflow's `triggerType`. */
export const triggerTypes = extensionPoint<TriggerType>('flows.triggers', {
  what: 'workflows with its triggers',
  table: 'integration_workflows',
  column: 'trigger_type',
})
