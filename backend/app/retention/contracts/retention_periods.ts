import { service } from '@crossdock/kernel/plugin'

/** The retention periods of the context's tenant. */
export interface RetentionPeriods {
  /**
   * Days for which a kind that belongs to the tenant is kept; null: without limit.
   * @param kind its name at `keptRecords`
   */
  daysOf(kind: string): Promise<number | null>
}

export const retentionPeriods = service<RetentionPeriods>('retention.periods')
