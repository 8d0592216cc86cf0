import type { Execution } from '@crossdock/client'
import Link from '@mui/material/Link'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { workflowPath } from '../workflows/model.js'
import { RunId } from './RunCard.js'

/** Which run it is, of which workflow, about which file; each leads there. */
export function RunFacts({ run }: { run: Execution }) {
  const translate = useTranslate()
  const { flowId, assetId, assetName } = run
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
    </>
  )
}

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} sx={{ overflowWrap: 'anywhere' }}>
    {children}
  </Link>
)
