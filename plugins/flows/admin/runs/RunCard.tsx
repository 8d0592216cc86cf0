import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { clamp, mono, RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useKindLabel } from '../workflows/kinds.js'
import { durationText, timesOf } from './duration.js'
import { FailedItems } from './FailedItems.js'
import { runPath } from '../paths.js'
import { RunButtons } from './RunActions.js'
import { displayedStatus } from './run_texts.js'
import { StatusBadge } from './StatusBadge.js'
import { TestBadge } from './TestBadge.js'
import { versionText } from './versions.js'

/** One run as a card: its subject, its status, and its actions. */
export function RunCard({ run }: { run: Execution }) {
  const translate = useTranslate()
  const trigger = useKindLabel('trigger')
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const version = versionText(run, translate)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: 1 }}>
      <Box sx={{ flex: 1, pl: 'calc(16px + var(--card-start))', pr: 2, pt: 1.75, pb: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {run.flowName}
            </Typography>
            <Typography
              variant="body2"
              color="textSecondary"
              component="p"
              title={run.assetName ?? undefined}
              sx={clamp(2)}
            >
              <RunId run={run} /> · {run.assetName ?? trigger(run.triggerType)}
            </Typography>
          </Box>
          <TestBadge run={run} />
          <FailedItems run={run} />
          <StatusBadge status={displayedStatus(run)} />
        </Box>
        <Typography variant="body2" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {text('steps')} {text('stepsDone', { done: run.completedSteps, total: run.totalSteps })} ·{' '}
          {durationText(timesOf(run).work)} · <RelativeTime time={run.createdAt} />
          {version && ` · ${version}`}
        </Typography>
        {run.errorMessage && (
          <Typography
            variant="body2"
            color="error"
            sx={{
              mt: 1,
              ...clamp(2),
            }}
          >
            {run.errorMessage}
          </Typography>
        )}
      </Box>
      <Box
        onClick={(event) => event.stopPropagation()}
        sx={{ display: 'flex', gap: 0.5, px: 1.25, py: 0.75, borderTop: 1, borderColor: 'divider' }}
      >
        <Button
          size="small"
          component={Link}
          to={runPath(run)}
          aria-label={translate('flows.runs.viewOf', { name: run.flowName })}
        >
          {translate('flows.runs.view')}
        </Button>
        <RunButtons run={run} />
      </Box>
    </Box>
  )
}

/** The first 8 characters of a run's public id. */
export const RunId = ({ run }: { run: Execution }) => (
  <Box component="span" sx={{ fontFamily: mono, fontSize: '0.8125rem' }}>
    {run.executionId.slice(0, 8)}
  </Box>
)
