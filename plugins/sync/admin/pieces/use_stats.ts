import { useRead } from '@crossdock/admin/kit'
import { POLL, type SyncStats } from '../model.js'

/** The figures of the contracts, read once for all who ask. */
export const useStats = () => useRead<SyncStats>('sync-contracts/stats', { refetchInterval: POLL })
