import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { RelativeTime, RowLink, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { POLL } from './model.js'
import { runPath } from '../paths.js'
import { RunButtons } from './RunActions.js'
import { displayedStatus, useRunTexts } from './run_texts.js'
import { StatusDot } from './StatusDot.js'

const newest = {
  filter: '{"status":["running","pending"]}',
  sort: '["createdAt","DESC"]',
  range: '[0,4]',
}

/** Above the list: active runs with their progress. */
export function LiveRuns() {
  const translate = useTranslate()
  const words = useRunTexts()
  const { data: runs = [] } = useRead<Execution[]>('flow-executions', {
    query: newest,
    refetchInterval: POLL,
  })
  if (runs.length === 0) return null
  return (
    <Card sx={{ mb: 1.5 }}>
      <Box
        component="ul"
        aria-label={translate('flows.runs.underWay')}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {runs.map((run) => (
          <Box component="li" key={run.id} sx={row}>
            <StatusDot status={displayedStatus(run)} />
            <RowLink to={runPath(run)}>{run.flowName}</RowLink>
            <Typography variant="body2" color="textSecondary" noWrap>
              {words.startedBy(run)}
            </Typography>
            <Progress run={run} label={words.result(run)} />
            <Typography variant="body2" color="textSecondary" noWrap>
              {translate('flows.run.stepsDone', {
                done: run.completedSteps,
                total: run.totalSteps,
              })}
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              <RelativeTime time={run.startedAt ?? run.createdAt} />
            </Typography>
            <Box sx={{ justifySelf: 'end' }}>
              <RunButtons run={run} small />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

function Progress({ run, label }: { run: Execution; label: string }) {
  const percent = run.totalSteps > 0 ? (run.completedSteps / run.totalSteps) * 100 : 0
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      {displayedStatus(run) === 'running' && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={label || run.flowName}
          sx={{ width: 72, flex: 'none', height: 4, borderRadius: 1 }}
        />
      )}
      <Typography variant="body2" color="textSecondary" noWrap>
        {label}
      </Typography>
    </Box>
  )
}

const row = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  minHeight: { xs: 60, sm: 44 },
  px: 2.5,
  py: 0.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
  gridTemplateColumns: {
    xs: 'auto minmax(0, 1fr) auto',
    md: '104px minmax(0, 3fr) minmax(0, 3fr) minmax(0, 4fr) 64px 104px auto',
  },
  '& > *:nth-of-type(n + 4):not(:last-child)': { display: { xs: 'none', md: 'block' } },
} as const
