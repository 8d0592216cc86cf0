import { useRead } from '@crossdock/admin/kit'
import { POLL, type SyncStats } from '../model.js'

/** The statistics of the contracts; all callers share one read. */
export const useStats = () => useRead<SyncStats>('sync-contracts/stats', { refetchInterval: POLL })
