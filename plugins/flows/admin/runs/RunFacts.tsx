import type { Execution } from '@crossdock/client'
import Link from '@mui/material/Link'
import { usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { workflowPath } from '../workflows/model.js'
import { runsWhere } from '../paths.js'
import { RunId } from './RunCard.js'

/** Links from a run to its workflow, its file and related runs. */
export function RunFacts({ run }: { run: Execution }) {
  const translate = useTranslate()
  const { flowId, assetId, assetName, triggerEventId } = run
  const canReadEvents = usePermissions().can('activity.read')
  return (
    <>
      <RunId run={run} /> ·{' '}
      <To to={workflowPath({ id: flowId })}>{translate('flows.run.workflow')}</To>
      {assetId && (
        <>
          {' · '}
          {assetName ? (
            <To to={`/assets/${encodeURIComponent(assetId)}`}>{assetName}</To>
          ) : (
            translate('flows.run.fileGone')
          )}
        </>
      )}
      {run.parentId && (
        <>
          {' · '}
          <To to={`/flow-execution/${encodeURIComponent(run.parentId)}`}>
            {translate('flows.run.parent')}
          </To>
        </>
      )}
      {run.stepResults.some(({ type }) => type === 'call_workflow') && (
        <>
          {' · '}
          <To to={runsWhere({ parentId: run.id })}>{translate('flows.run.children')}</To>
        </>
      )}
      {run.replayOf && (
        <>
          {' · '}
          <To to={`/flow-execution/${encodeURIComponent(run.replayOf)}`}>
            {translate('flows.run.replay.of')}
          </To>
        </>
      )}
      {triggerEventId && canReadEvents && (
        <>
          {' · '}
          <To to={`/events/${encodeURIComponent(triggerEventId)}`}>
            {translate('flows.run.event')}
          </To>
        </>
      )}
    </>
  )
}

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} sx={{ overflowWrap: 'anywhere' }}>
    {children}
  </Link>
)
