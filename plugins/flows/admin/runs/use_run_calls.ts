import type { Execution, IntegrationLog, StepResult } from '@crossdock/client'
import { usePermissions, useRead } from '@crossdock/admin/kit'
import { isOpen, POLL } from './model.js'

/** Maximum number of calls shown with their steps. The log of calls has all of them. */
const MOST = 200

/** Returns a function for the calls of a step, oldest first; empty without permission to read calls. */
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
      // Older rows have no path, only the id of the step.
      call.stepPath === null ? call.stepId === stepId : call.stepPath === path
    )
}
