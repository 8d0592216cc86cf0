import { extensionPoint } from '../ground/extension_point.js'
import { service } from '../ground/service.js'
import type { Text } from '../ground/text.js'

/** Where usage counts: an environment of a tenant. */
export interface Place {
  tenantId: string
  environmentId: string
}

/** Values for the text of a refusal: the limit, and when it resets. */
export interface Refused {
  /** In the unit of the limit. */
  limit: number
  /** Until the window ends, rounded up; 0 where waiting does not help. */
  seconds: number
}

interface MeterFacts {
  /** The name shown to people: `API calls per month`. */
  label: Text
  /** The counted unit: `calls`, `GB`. */
  unit: string
  /** Per environment, or per tenant with the limit of `production`. */
  of: 'environment' | 'tenant'
  /** Default, if neither a field of the environment nor its `limits` set another. */
  limit: number
  refusal: {
    status: 409 | 413 | 429 | 507
    /** `E_QUOTA_…`, one for each meter. */
    code: string
    sentence(refused: Refused): Text
  }
}

interface RatePolicy {
  /** Its name in the headers `RateLimit` and `RateLimit-Policy`: `calls`. */
  policy: string
  /** The kernel counts each call against this meter. Absent if a plugin calls `spend` or `hold` itself. */
  everyCall?: true
}

/** A limit per window: a minute from the first use on, or a calendar month (UTC). */
export interface WindowMeter extends MeterFacts, RatePolicy {
  shape: 'window'
  window: 'minute' | 'month'
  /** Adds the usage to `meters` of the usage row, by the meter's name; for meters without a field there. */
  inUsage?: true
}

/** A limit of concurrent use. */
export interface HeldMeter extends MeterFacts, RatePolicy {
  shape: 'held'
}

/** A limit of the total amount. */
export interface StockMeter extends MeterFacts {
  shape: 'stock'
  /** Units of `used` per unit of the limit: the bytes of a gigabyte. Default 1. */
  scale?: number
  /**
   * What the open transactions of one process may add concurrently while plenty is left (see `book`), in units
   * of `used`. Without it each waits for the previous one.
   */
  concurrent?: number
  /** The present amount, from the kernel's counters as seen by the open transaction. Runs inside the tenant. */
  used(place: Place): Promise<number>
}

/** A size limit per item. */
export interface SizeMeter extends MeterFacts {
  shape: 'size'
}

/** A limited resource of an environment. */
export type Meter = WindowMeter | HeldMeter | StockMeter | SizeMeter

/**
 * Filled by the domains whose things are counted. A meter's name is that of its limit: a field of the
 * environment, as in the specification, or a name in its `limits`.
 */
export const meters = extensionPoint<Meter>('kernel.meters')

/** Limits of an environment, by names of meters. */
export type Limits = Readonly<Record<string, number>>

/** Provided by the environments plugin; cached until an event of the log changes them. */
export interface EnvironmentLimits {
  /**
   * Null if the environment does not belong to the tenant. Returns the same object while the limits are
   * unchanged; synchronous when cached.
   */
  of(place: Place): Limits | null | Promise<Limits | null>
  /** The environment whose limits apply to the tenant's own meters; null while it has none. */
  production(tenantId: string): Promise<string | null>
}

export const environmentLimits = service<EnvironmentLimits>('environments.limits')

/** The limit of a meter, in its unit. */
export const limitIn = (limits: Limits, name: string, { limit }: Meter): number =>
  limits[name] ?? limit
