import type { EventType, LoggedEvent } from '@crossdock/kernel/events'
import type { FieldError } from '@crossdock/kernel/http'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** The specification's fields of a trigger; which of them count depends on its type. */
export interface TriggerConfig {
  eventTypes?: string[]
  fileTypes?: string[]
  folderPaths?: string[]
  schedule?: string
  webhookUrl?: string
}

/** A kind of trigger, registered under the word workflows use for it (`file_event`). */
export interface TriggerType {
  /** e.g. `File Events` */
  label: string
  /** Checks the configuration when a workflow is saved; fields are relative to it (`fileTypes`). */
  validate(config: TriggerConfig): Promise<FieldError[]> | FieldError[]
  /** Events that may set a flow off; absent for triggers that are not driven by the log. */
  on?: readonly EventType[]
  /** Whether this event sets off a flow with this configuration. */
  matches?(config: TriggerConfig, event: LoggedEvent): boolean
}

/** Trigger types by the word in a workflow's `triggerType`. */
export const triggerTypes = extensionPoint<TriggerType>('flows.triggers')
