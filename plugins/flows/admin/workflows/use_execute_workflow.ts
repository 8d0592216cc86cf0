import type { Workflow } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

interface Execute {
  workflow: Workflow
  /** The file the run is about. */
  assetId?: string
}

/** Starts a run; its toast leads to it. */
export function useExecuteWorkflow(onStarted: () => void) {
  const translate = useTranslate()
  const navigate = useNavigate()
  return useAction<{ executionId: string }, Execute>(
    ({ workflow: { id }, assetId }) => ({
      path: `integrations/workflows/${id}/execute`,
      body: assetId && { assetId },
    }),
    {
      invalidates: ['integrations/logs', 'integrations/stats', 'flow-executions'],
      success: ({ executionId }, { workflow }) => ({
        title: translate('flows.workflows.executed'),
        description: workflow.name,
        action: {
          label: translate('flows.workflows.viewRun'),
          onSelect: () => void navigate(`/flow-execution/${encodeURIComponent(executionId)}`),
        },
      }),
      error: { fallback: translate('flows.workflows.executeFailed') },
      onSuccess: onStarted,
    }
  )
}
