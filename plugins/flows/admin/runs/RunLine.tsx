import type { Execution } from '@crossdock/client'
import Link from '@mui/material/Link'
import { formatDate, formatTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { useKindLabel } from '../workflows/kinds.js'
import { RunId } from './RunCard.js'
import { versionText } from './versions.js'

/** One line about a run: what started it and when, its version and its id. */
export function RunLine({ run }: { run: Execution }) {
  const translate = useTranslate()
  const trigger = useKindLabel('trigger')
  const { assetId, assetName, startedAt, createdAt } = run
  const version = versionText(run, translate)
  return (
    <>
      {assetId && assetName ? (
        <Link
          component={RouterLink}
          to={`/assets/${encodeURIComponent(assetId)}`}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {assetName}
        </Link>
      ) : (
        trigger(run.triggerType)
      )}
      {` · ${when(startedAt ?? createdAt, translate)} · ${version && `${version} · `}`}
      <RunId run={run} />
    </>
  )
}

function when(time: string, translate: (key: string, values?: object) => string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString()
  return isToday
    ? translate('flows.run.today', { time: formatTime(time) })
    : `${formatDate(time)}, ${formatTime(time)}`
}
