import type { ExecutionStats } from '@crossdock/client'
import { useRead, type TrayState } from '@crossdock/admin/kit'
import { useEffect } from 'react'
import { POLL } from '../runs/model.js'

/** Reports to the tray how many runs are active. */
export default function RunCounter({ onState }: { onState: (state: TrayState) => void }) {
  const { data } = useRead<ExecutionStats>('flow-executions/stats', {
    refetchInterval: POLL,
  })
  const count = data?.runningExecutions ?? 0
  useEffect(() => onState({ count }), [onState, count])
  return null
}
