import { service } from '@crossdock/kernel/plugin'

/** For how many days the context's tenant keeps what it records. */
export interface RetentionPeriods {
  /** Of a kind that belongs to the tenant, by its name at `keptRecords`; null: without end. */
  daysOf(kind: string): Promise<number | null>
}

export const retentionPeriods = service<RetentionPeriods>('retention.periods')
