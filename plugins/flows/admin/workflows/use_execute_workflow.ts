import type { Workflow } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import type { InputValues } from './InputDialog.js'

interface Execute {
  workflow: Workflow
  /** The file of the run. */
  assetId?: string
  /** The input that the workflow asks for. */
  input?: InputValues
}

/**
 * Returns an action that starts a run, and shows a toast with a link to the run.
 * @param inForm whether a form shows the errors of the input
 */
export function useExecuteWorkflow(onStarted: () => void, inForm = false) {
  const translate = useTranslate()
  const navigate = useNavigate()
  return useAction<{ executionId: string }, Execute>(
    ({ workflow: { id }, assetId, input }) => ({
      path: `integrations/workflows/${id}/execute`,
      body: (assetId || input) && { ...(assetId ? { assetId } : {}), ...(input ? { input } : {}) },
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
      error: { fallback: translate('flows.workflows.executeFailed'), inForm },
      onSuccess: onStarted,
    }
  )
}
