import type { ExecutionStats } from '@crossdock/client'
import { useRead, type TrayState } from '@crossdock/admin/kit'
import { useEffect } from 'react'
import { POLL } from '../runs/model.js'

/** Tells the tray how many runs are in progress. */
export default function RunCounter({ onState }: { onState: (state: TrayState) => void }) {
  const { data } = useRead<ExecutionStats>('flow-executions/stats', {
    refetchInterval: POLL,
  })
  const count = data?.runningExecutions ?? 0
  useEffect(() => onState({ count }), [onState, count])
  return null
}
