import type { Execution, IntegrationLog, StepResult } from '@crossdock/client'
import { usePermissions, useRead } from '@crossdock/admin/kit'
import { isOpen, POLL } from './model.js'

/** Maximum number of calls shown with their steps. The log of calls has all of them. */
const MOST = 200

/** The calls of each step of a run, oldest first; empty without permission to read them. */
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
      // Older calls have no path, only the id of their step.
      call.stepPath === null ? call.stepId === stepId : call.stepPath === path
    )
}
