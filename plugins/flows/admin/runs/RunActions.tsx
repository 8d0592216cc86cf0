import type { Execution } from '@crossdock/client'
import Button from '@mui/material/Button'
import { Icon, useAction, useDownload, usePermissions } from '@crossdock/admin/kit'
import { CircleX, Download, RotateCw, Route } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { ReplayMenu } from './ReplayMenu.js'

const refreshed = ['flow-executions', 'integrations/logs', 'integrations/stats']

/** The actions for a run on its page. */
export function RunActions({ run }: { run: Execution }) {
  const translate = useTranslate()
  return (
    <>
      {run.assetId && (
        <FileButton assetId={run.assetId} label={translate('flows.run.downloadFile')} />
      )}
      <TraceButton run={run} />
      <RunButtons run={run} />
      <ReplayMenu run={run} />
    </>
  )
}

function TraceButton({ run }: { run: Execution }) {
  const translate = useTranslate()
  if (!usePermissions().can('activity.read')) return null
  return (
    <Button
      component={RouterLink}
      to={`/trace/execution/${encodeURIComponent(run.id)}`}
      startIcon={<Icon icon={Route} />}
    >
      {translate('flows.run.trace')}
    </Button>
  )
}

/** Cancel while it runs, Retry once it has failed, unless its workflow is deleted. */
export function RunButtons({ run, small }: { run: Execution; small?: boolean }) {
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
        variant={small ? 'outlined' : 'contained'}
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

function FileButton({ assetId, label }: { assetId: string; label: string }) {
  const { link } = useDownload()
  return (
    <Button
      component="a"
      {...link(`/api/assets/${encodeURIComponent(assetId)}/content`)}
      startIcon={<Icon icon={Download} />}
    >
      {label}
    </Button>
  )
}
