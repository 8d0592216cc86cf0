import { perApplication } from '../ground/application.js'
import { currentContext } from '../ground/context.js'
import { afterCommit } from '../database/database.js'
import type { Meter, Place } from './meters.js'

/** Counters of an environment's usage row, in addition to its calls. */
export type UseField =
  | 'filesUploaded'
  | 'filesDownloaded'
  | 'workflowExecutions'
  | 'webhookTriggers'
  | 'syncOperations'

/** Keeps the usage rows; implemented by the environments plugin. Its methods must neither wait nor throw. */
export interface UsageKeeper {
  /** @param environmentId null: that of `production` */
  count(tenantId: string, environmentId: string | null, field: UseField, n: number): void
  /** For a meter without a field in the usage row. */
  countMeter(place: Place, meter: string, n: number): void
  /** Something was reserved: an alert may be due. */
  reserved(use: Reserved): void
}

export interface Reserved {
  place: Place
  name: string
  /** In the unit of the limit. */
  used: number
  limit: number
}

const state = perApplication<{ keeper?: UsageKeeper }>(() => ({}))

/** Called once by the plugin that keeps the usage rows. */
export function keepUsage(keeper: UsageKeeper): void {
  state().keeper = keeper
}

/** Counts an action in the context's environment after the open transaction commits; immediately without one. */
export function countUse(field: UseField, n = 1): void {
  const { tenantId, environmentId } = currentContext()
  const { keeper } = state()
  if (!tenantId || !keeper) return
  afterCommit(() => keeper.count(tenantId, environmentId, field, n))
}

export function spentOf(place: Place, name: string, meter: Meter, n: number): void {
  if (meter.shape === 'window' && meter.inUsage) state().keeper?.countMeter(place, name, n)
}

export const reportReserved = (use: Reserved): void => state().keeper?.reserved(use)
