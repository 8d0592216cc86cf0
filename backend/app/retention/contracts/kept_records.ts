import type { Text } from '@crossdock/kernel/http'
import { extensionPoint } from '@crossdock/kernel/plugin'

/** A kind of record that organizations keep for so many days. */
export interface KeptRecords {
  /** `Activity` */
  label: Text
  description: Text
  /** Days when the organization has said nothing; absent: kept until somebody says otherwise. */
  defaultDays?: number
  /**
   * tenant: one rule of the organization. environment: `logsRetentionDays` of each environment, which the organization's
   * rule may only shorten.
   */
  belongsTo: 'tenant' | 'environment'
  /** Days it is kept at least, whatever people say, with the reason shown to them. */
  least?: { days: number; reason: Text }
  /** Nothing goes before the organization was told so many days earlier. Takes `count`. */
  warnDays?: number
  /**
   * In the tenant's scope (and environment's, where it belongs to one): deletes the oldest rows older than `before` (ISO), at
   * most `most`, in the current transaction. Returns how many are gone; it is called until nothing is.
   */
  prune(before: string, most: number): Promise<number>
  /** In the same scope: how many rows are older than `before`, counted up to `most`; absent: people are told that it is some. */
  count?(before: string, most: number): Promise<number>
}

export const keptRecords = extensionPoint<KeptRecords>('retention.records')
