import type { Execution } from '@crossdock/client'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { RelativeTime, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { runPath } from '../paths.js'
import { durationText, timesOf } from './duration.js'
import { POLL } from './model.js'
import { StatusBadge } from './StatusBadge.js'
import { displayedStatus } from './run_texts.js'

/** Cells that are hidden on phones. */
const wideCell = { display: { xs: 'none', md: 'table-cell' } } as const

const newest = { sort: '["createdAt","DESC"]', range: '[0,4]' }

/** On the dashboard: the newest runs of the organization. Hidden before the first run. */
export default function RecentRuns() {
  const translate = useTranslate()
  const runs = useRead<Execution[]>('flow-executions', {
    query: newest,
    refetchInterval: POLL,
  })
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  if (runs.isLoading) {
    return (
      <Section title={translate('flows.recent.title')} flush>
        <RowsSkeleton rows={5} />
      </Section>
    )
  }
  if (!runs.data?.length) return null
  return (
    <Section title={translate('flows.recent.title')} flush>
      <Table aria-label={translate('flows.recent.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('flows.recent.workflow')}</TableCell>
            <TableCell sx={wideCell}>{translate('flows.recent.trigger')}</TableCell>
            <TableCell>{text('status')}</TableCell>
            <TableCell sx={wideCell}>{text('steps')}</TableCell>
            <TableCell sx={{ ...wideCell, textAlign: 'right' }}>{text('duration')}</TableCell>
            <TableCell align="right">{text('started')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {runs.data.map((run) => (
            <TableRow key={run.id} hover>
              <TableCell>
                <Link
                  component={RouterLink}
                  to={runPath(run)}
                  color="inherit"
                  underline="hover"
                  sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
                >
                  {run.flowName}
                </Link>
              </TableCell>
              <TableCell sx={wideCell}>
                {translate(`flows.trigger.${run.triggerType}`, { _: run.triggerType })}
              </TableCell>
              <TableCell>
                <StatusBadge status={displayedStatus(run)} />
              </TableCell>
              <TableCell sx={wideCell}>
                {text('stepsDone', { done: run.completedSteps, total: run.totalSteps })}
              </TableCell>
              <TableCell sx={{ ...wideCell, textAlign: 'right' }}>
                {durationText(timesOf(run).work)}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Typography component="span" color="textSecondary">
                  <RelativeTime time={run.startedAt} />
                </Typography>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  )
}
