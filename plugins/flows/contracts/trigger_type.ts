import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { FieldError } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'
import type { ConfigSchema } from './config_schema.js'

/** What a trigger is set to; which fields there are depends on its type. */
export type TriggerConfig = Record<string, unknown>

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
}

/** Trigger types by the word in a workflow's `triggerType`. */
export const triggerTypes = extensionPoint<TriggerType>('flows.triggers')
