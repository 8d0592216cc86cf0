import { service } from '@crossdock/kernel/plugin'

/** The retention periods of the context's tenant. */
export interface RetentionPeriods {
  /** Days for a kind that belongs to the tenant, by its name at `keptRecords`; null: without limit. */
  daysOf(kind: string): Promise<number | null>
}

export const retentionPeriods = service<RetentionPeriods>('retention.periods')
