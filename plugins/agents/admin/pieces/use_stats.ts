import type { DesktopAgentStats } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { POLL } from '../model.js'

/** The statistics of the agents; all callers share one read. */
export const useStats = () =>
  useRead<DesktopAgentStats>('desktop-agents/stats', { refetchInterval: POLL })
