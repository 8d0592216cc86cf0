import type { FailingWorkflow } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  AttentionRow,
  RelativeTime,
  useAction,
  useAttention,
  usePermissions,
  type AttentionState,
} from '@crossdock/admin/kit'
import { CircleX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { runPath } from '../paths.js'

const refreshed = ['flow-executions', 'integrations/workflows', 'integrations/logs']

/** On the dashboard: failing workflows with their actions. */
export default function FailingWorkflows(props: { onState: (state: AttentionState) => void }) {
  const failing = useAttention<FailingWorkflow>('integrations/workflows/failing', props.onState)
  return failing.map((workflow) => <FailingRow key={workflow.id} workflow={workflow} />)
}

function FailingRow({ workflow }: { workflow: FailingWorkflow }) {
  const translate = useTranslate()
  const { name, runs, failed } = workflow
  return (
    <AttentionRow
      icon={CircleX}
      title={translate('flows.failing.title', { name })}
      to={runPath(workflow)}
      facts={
        <>
          {translate('flows.failing.facts', { failed, smart_count: runs })}{' '}
          <RelativeTime time={workflow.failedAt} />
        </>
      }
      reason={workflow.errorMessage}
      actions={<FailingActions workflow={workflow} />}
    />
  )
}

function FailingActions({ workflow }: { workflow: FailingWorkflow }) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const { id, name, runId } = workflow
  const retry = useAction(() => ({ path: `flow-executions/${runId}/retry` }), {
    invalidates: refreshed,
    success: { title: translate('flows.run.retried') },
  })
  const pause = useAction(
    () => ({ path: `integrations/workflows/${id}`, method: 'PUT', body: { isActive: false } }),
    {
      invalidates: [...refreshed, 'integrations/stats', 'workflows'],
      success: { title: translate('flows.workflows.statusChanged') },
      error: { fallback: translate('flows.workflows.statusFailed') },
    }
  )
  const isBusy = retry.isPending || pause.isPending
  return (
    <>
      {can('flows.write') && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={translate('flows.failing.pause', { name })}
          onClick={() => pause.mutate()}
        >
          {translate('flows.workflows.action.pause')}
        </Button>
      )}
      {can('flows.run') && (
        <Button
          size="small"
          variant="outlined"
          disabled={isBusy}
          aria-label={translate('flows.failing.retry', { name })}
          onClick={() => retry.mutate()}
        >
          {translate('flows.run.retry')}
        </Button>
      )}
    </>
  )
}
