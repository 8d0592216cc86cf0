import type { DesktopAgentStats } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { POLL } from '../model.js'

/** The figures of the fleet, read once for all who ask. */
export const useStats = () =>
  useRead<DesktopAgentStats>('desktop-agents/stats', { refetchInterval: POLL })
