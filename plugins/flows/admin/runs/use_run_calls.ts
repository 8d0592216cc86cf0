import type { Execution, IntegrationLog, StepResult } from '@crossdock/client'
import { usePermissions, useRead } from '@crossdock/admin/kit'
import { isOpen, POLL } from './model.js'

/** As many as are shown with their steps; all of them stand in the log of calls. */
const MOST = 200

/** The calls each step of a run has made, oldest first; of nobody who may not read them. */
export function useRunCalls(run: Execution): (step: StepResult) => IntegrationLog[] {
  const canRead = usePermissions().can('integrations.read')
  const calls = useRead<IntegrationLog[]>('integrations/logs', {
    query: {
      filter: JSON.stringify({ executionId: run.executionId }),
      sort: '["createdAt","ASC"]',
      range: `[0,${MOST - 1}]`,
    },
    enabled: canRead,
    refetchInterval: isOpen(run.status) ? POLL : undefined,
  })
  return ({ stepId, path }) =>
    (calls.data ?? []).filter((call) =>
      // Calls of before say only which step they are of.
      call.stepPath === null ? call.stepId === stepId : call.stepPath === path
    )
}
