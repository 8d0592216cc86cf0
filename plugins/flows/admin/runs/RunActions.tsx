import type { Execution } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon, useAction, usePermissions } from '@crossdock/admin/kit'
import { CircleX, History, Pencil, RotateCw, Route, Workflow } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { workflowPath } from '../workflows/model.js'
import { useReplay } from './use_replay.js'

const refreshed = ['flow-executions', 'integrations/logs', 'integrations/stats']

interface RunActionsProps {
  run: Execution
  /** Whether another button is the primary one. */
  isSecondary: boolean
  onReplay: () => void
}

/** The actions for a run on its page. */
export function RunActions({ run, isSecondary, onReplay }: RunActionsProps) {
  const translate = useTranslate()
  const { isPossible } = useReplay(run)
  return (
    <>
      <TraceButton run={run} />
      <WorkflowButton run={run} />
      {isPossible && (
        <Button variant="outlined" startIcon={<Icon icon={History} />} onClick={onReplay}>
          {translate('flows.run.replay.menu')}
        </Button>
      )}
      <RunButtons run={run} isSecondary={isSecondary} />
    </>
  )
}

function TraceButton({ run }: { run: Execution }) {
  const translate = useTranslate()
  if (!usePermissions().can('activity.read')) return null
  return (
    <Button
      variant="outlined"
      component={RouterLink}
      to={`/trace/execution/${encodeURIComponent(run.id)}`}
      startIcon={<Icon icon={Route} />}
    >
      {translate('flows.run.trace')}
    </Button>
  )
}

function WorkflowButton({ run }: { run: Execution }) {
  const translate = useTranslate()
  const canEdit = usePermissions().can('flows.write')
  if (run.retryHindrance === 'deleted') return null
  return (
    <Button
      variant="outlined"
      component={RouterLink}
      to={workflowPath({ id: run.flowId })}
      startIcon={<Icon icon={canEdit ? Pencil : Workflow} />}
      // On phones the link is among the facts of the run.
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
    >
      {translate(canEdit ? 'flows.run.editWorkflow' : 'flows.run.workflow')}
    </Button>
  )
}

interface RunButtonsProps {
  run: Execution
  small?: boolean
  isSecondary?: boolean
}

/** Cancel while it runs, Retry once it has failed, unless its workflow is deleted. */
export function RunButtons({ run, small, isSecondary }: RunButtonsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.run.${key}`)
  const canRun = usePermissions().can('flows.run')
  const path = `flow-executions/${run.id}`
  const cancel = useAction(() => ({ path: `${path}/cancel` }), {
    invalidates: refreshed,
    success: { title: text('cancelled') },
  })
  const retry = useAction(() => ({ path: `${path}/retry` }), {
    invalidates: refreshed,
    success: { title: text('retried') },
  })
  if (!canRun) return null
  if (run.status === 'running') {
    return (
      <Button
        variant={small ? 'text' : 'outlined'}
        size={small ? 'small' : 'medium'}
        startIcon={small ? undefined : <Icon icon={CircleX} />}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {text('cancel')}
      </Button>
    )
  }
  if (run.canRetry) {
    return (
      <Button
        variant={small || isSecondary ? 'outlined' : 'contained'}
        size={small ? 'small' : 'medium'}
        startIcon={<Icon icon={RotateCw} />}
        disabled={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {text('retry')}
      </Button>
    )
  }
  return null
}
