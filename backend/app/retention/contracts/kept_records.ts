import type { Text } from '@crossdock/kernel/ground'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** A kind of record with a retention period that organizations can set. */
export interface KeptRecords {
  /** Name on the screen, such as `Activity`. */
  label: Text
  description: Text
  /** Days when the organization has no rule; absent: without limit. */
  defaultDays?: number
  /**
   * `tenant`: the organization sets the days. `environment`: `logsRetentionDays` of each environment, which a
   * rule of the organization can only shorten.
   */
  belongsTo: 'tenant' | 'environment'
  /** Minimum number of days, and the reason that people see. */
  least?: { days: number; reason: Text }
  /** Days between the announcement of a deletion and the deletion. The announcement has the number from `count`. */
  warnDays?: number
  /**
   * Deletes at most `most` rows older than `before` (ISO), oldest first, in the current transaction. Returns
   * how many. Runs in the context of the tenant, or of the environment, again and again until the result is
   * 0.
   */
  prune(before: string, most: number): Promise<number>
  /**
   * Counts rows older than `before`, up to `most`, in the same context. Absent: people learn only that
   * records will be deleted.
   */
  count?(before: string, most: number): Promise<number>
}

export const keptRecords = extensionPoint<KeptRecords>('retention.records')
