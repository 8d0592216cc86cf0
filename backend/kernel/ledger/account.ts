import { clock } from '../ground/clock.js'
import {
  environmentLimits,
  limitIn,
  type HeldMeter,
  type Limits,
  type Meter,
  type Place,
  type WindowMeter,
} from './meters.js'
import { policyOf, type Policy } from './rate_headers.js'
import { rowOf, type Row } from './row.js'

/** Usage of a meter at a place, and its limit. */
export interface Account<M extends Meter = Meter> {
  name: string
  meter: M
  row: Row
  place: Place
  limit: number
  /** For the rate limit headers of answers. */
  policy: Policy | undefined
}

/** @param limits those of `place`, which is the meter's own (`ownPlace`) */
export function accountOf<M extends Meter>(
  name: string,
  meter: M,
  place: Place,
  limits: Limits
): Account<M> {
  const limit = limitIn(limits, name, meter)
  const row = rowAt(name, meter, place)
  return { name, meter, row, place, limit, policy: policyFor(meter, limit) }
}

export const rowAt = (meter: string, { of }: Meter, { tenantId, environmentId }: Place): Row =>
  rowOf(tenantId, of === 'tenant' ? tenantId : environmentId, meter)

/** The place whose limits apply to a meter: a tenant's meter uses the limits of `production`. */
export async function ownPlace({ of }: Meter, place: Place): Promise<Place> {
  if (of === 'environment') return place
  const production = await environmentLimits.use().production(place.tenantId)
  return { ...place, environmentId: production ?? place.environmentId }
}

export const isWindow = (
  account: Account<WindowMeter | HeldMeter>
): account is Account<WindowMeter> => account.meter.shape === 'window'

export const isHeld = (account: Account<WindowMeter | HeldMeter>): account is Account<HeldMeter> =>
  account.meter.shape === 'held'

function policyFor(meter: Meter, limit: number): Policy | undefined {
  if (meter.shape === 'held') return policyOf(meter.policy, limit)
  if (meter.shape !== 'window') return undefined
  return policyOf(meter.policy, limit, meter.window === 'minute' ? 60 : monthSeconds())
}

/** Length of the current month. */
function monthSeconds(): number {
  const now = clock.date()
  const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  return days * 24 * 60 * 60
}
