import { extensionPoint } from '../ground/extension_point.js'
import { service } from '../ground/service.js'
import type { Text } from '../ground/text.js'

/** Where something is used: an environment of a tenant. */
export interface Place {
  tenantId: string
  environmentId: string
}

/** What a refusal says: whoever is refused reads of it what they may have, and until when. */
export interface Refused {
  /** In the unit of the limit. */
  limit: number
  /** When a window ends, rounded up; 0 where waiting does not help. */
  seconds: number
}

interface MeterFacts {
  /** What people call it: `API calls per month`. */
  label: Text
  /** What is counted: `calls`, `GB`. */
  unit: string
  /** An environment's own, or one for the whole tenant, whose limit is that of `production`. */
  of: 'environment' | 'tenant'
  /** Where neither a field of the environment nor its `limits` say otherwise. */
  limit: number
  refusal: {
    status: 409 | 413 | 429 | 507
    /** `E_QUOTA_…`, one for each meter. */
    code: string
    sentence(refused: Refused): Text
  }
}

interface Told {
  /** Its name in the headers `RateLimit` and `RateLimit-Policy`: `calls`. */
  policy: string
  /** Every call that counts is counted here, by the kernel; left out where the plugin spends or holds itself. */
  everyCall?: true
}

/** So many within a time: a minute from the first on, or a month of the calendar (UTC). */
export interface WindowMeter extends MeterFacts, Told {
  shape: 'window'
  window: 'minute' | 'month'
  /** Adds what is spent to `meters` of the usage row, by the meter's name; for what has no field of its own there. */
  inUsage?: true
}

/** So many at once. */
export interface HeldMeter extends MeterFacts, Told {
  shape: 'held'
}

/** So many altogether. */
export interface StockMeter extends MeterFacts {
  shape: 'stock'
  /** How many of what `used` counts make one of the limit: the bytes of a gigabyte. 1 when left out. */
  scale?: number
  /**
   * What the open transactions of one process may add beside one another while plenty is left (beside.ts), in what `used` counts.
   * Without it each waits for the one before.
   */
  beside?: number
  /** What there is, by the kernel's counters and as the open transaction sees it. Runs inside the tenant. */
  used(place: Place): Promise<number>
}

/** So large at most, each by itself. */
export interface SizeMeter extends MeterFacts {
  shape: 'size'
}

/** Something of which an environment may use so much. */
export type Meter = WindowMeter | HeldMeter | StockMeter | SizeMeter

/**
 * Filled by the domains whose things are counted. The name of a meter is that of its limit: a field of the environment,
 * as the specification has them, or a name in its `limits`.
 */
export const meters = extensionPoint<Meter>('kernel.meters')

/** What an environment may use, by the names of meters. */
export type Limits = Readonly<Record<string, number>>

/** Provided by the environments plugin; from memory as long as the log tells of no change. */
export interface EnvironmentLimits {
  /** Null for an environment that is none of the tenant's; the same object for as long as they are the same. At once from memory. */
  of(place: Place): Limits | null | Promise<Limits | null>
  /** The environment by whose limits the tenant's own things go; null while it has none. */
  production(tenantId: string): Promise<string | null>
}

export const environmentLimits = service<EnvironmentLimits>('environments.limits')

/** What may be used of a meter, in its unit. */
export const limitIn = (limits: Limits, name: string, { limit }: Meter): number =>
  limits[name] ?? limit
