import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { RelativeTime, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { POLL } from '../runs/model.js'
import { runPath } from '../paths.js'

const newest = {
  filter: '{"status":"running"}',
  sort: '["createdAt","DESC"]',
  range: '[0,4]',
}

/** In the tray: the newest active runs with their progress. */
export default function OpenRuns() {
  const translate = useTranslate()
  const id = useId()
  const { data: runs = [] } = useRead<Execution[]>('flow-executions', {
    query: newest,
    refetchInterval: POLL,
  })
  if (runs.length === 0) return null
  const text = (key: string, values?: object) => translate(`flows.tray.${key}`, values)
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 2.5, pr: 1.5, pt: 1.5, pb: 0.5 }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          {text('title')}
        </Typography>
        <Button size="small" component={RouterLink} to="/flow-execution">
          {text('all')}
        </Button>
      </Box>
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
        {runs.map((run) => (
          <Box component="li" key={run.id} sx={{ px: 2.5, py: 1 }}>
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
              <Link
                component={RouterLink}
                to={runPath(run)}
                color="inherit"
                underline="hover"
                sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}
              >
                {run.flowName}
              </Link>
              <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
                {translate('flows.run.stepsDone', {
                  done: run.completedSteps,
                  total: run.totalSteps,
                })}{' '}
                · <RelativeTime time={run.startedAt} />
              </Typography>
            </Box>
            <LinearProgress
              variant="determinate"
              value={run.totalSteps > 0 ? (run.completedSteps / run.totalSteps) * 100 : 0}
              aria-label={text('progress', { name: run.flowName })}
              sx={{
                mt: 0.75,
                height: 4,
                borderRadius: '2px',
                bgcolor: (theme) => theme.palette.surface.selected,
                '& .MuiLinearProgress-bar': { bgcolor: 'info.main' },
              }}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}
