import type { Text } from '@crossdock/kernel/ground'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** A kind of record with a retention period that organizations can set. */
export interface KeptRecords {
  /** `Activity` */
  label: Text
  description: Text
  /** Days without a rule of the organization; absent: kept without limit. */
  defaultDays?: number
  /**
   * tenant: one rule of the organization. environment: `logsRetentionDays` of each environment, which the organization's
   * rule may only shorten.
   */
  belongsTo: 'tenant' | 'environment'
  /** Minimum number of days, with the reason shown to people. */
  least?: { days: number; reason: Text }
  /** Days between the announcement of a deletion and the deletion. The announcement takes `count`. */
  warnDays?: number
  /**
   * In the scope of the tenant (and of the environment, if it belongs to one): deletes the oldest rows older than
   * `before` (ISO), at most `most`, in the current transaction. Returns how many were deleted; it is called until that
   * is none.
   */
  prune(before: string, most: number): Promise<number>
  /**
   * In the same scope: counts rows older than `before`, up to `most`; absent: people only see that there are some.
   */
  count?(before: string, most: number): Promise<number>
}

export const keptRecords = extensionPoint<KeptRecords>('retention.records')
