import type { IntegrationLog } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatDuration, mono, RelativeTime, shortId, wideCell } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { StatusBadge } from './StatusBadge.js'
import type { Names } from './use_names.js'

interface LogTableProps {
  logs: readonly IntegrationLog[]
  systemName: Names['system']
  onView: (log: IntegrationLog) => void
}

/** Executions, newest first. The id opens the details. */
export function LogTable({ logs, systemName, onView }: LogTableProps) {
  const translate = useTranslate()
  const column = (key: string) => translate(`integrations.activity.column.${key}`)
  return (
    <Table aria-label={translate('integrations.activity.list')}>
      <TableHead>
        <TableRow>
          <TableCell>{column('executionId')}</TableCell>
          <TableCell>{column('status')}</TableCell>
          <TableCell sx={wideCell}>{column('system')}</TableCell>
          <TableCell align="right">{column('duration')}</TableCell>
          <TableCell sx={wideCell}>{column('createdAt')}</TableCell>
          <TableCell sx={{ display: { xs: 'none', lg: 'table-cell' } }}>
            {column('error')}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {logs.map((log) => (
          <TableRow key={log.id} hover>
            <TableCell>
              <Link
                component="button"
                type="button"
                color="inherit"
                underline="hover"
                aria-label={translate('integrations.activity.view', {
                  id: shortId(log.executionId),
                })}
                onClick={() => onView(log)}
                sx={{ fontFamily: mono, fontSize: '0.8125rem', fontWeight: 500 }}
              >
                {shortId(log.executionId)}
              </Link>
              <Typography
                variant="caption"
                component="p"
                color="textSecondary"
                sx={{ display: { md: 'none' }, mt: 0.25 }}
              >
                <RelativeTime time={log.createdAt} />
              </Typography>
            </TableCell>
            <TableCell>
              <StatusBadge status={log.status} />
            </TableCell>
            <TableCell sx={{ ...wideCell, overflowWrap: 'anywhere' }}>
              {(log.systemId && systemName(log.systemId)) ?? '–'}
            </TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              {formatDuration(log.duration)}
            </TableCell>
            <TableCell sx={{ ...wideCell, whiteSpace: 'nowrap', color: 'text.secondary' }}>
              <RelativeTime time={log.createdAt} />
            </TableCell>
            <TableCell
              sx={{
                display: { xs: 'none', lg: 'table-cell' },
                color: 'text.secondary',
                maxWidth: 320,
              }}
            >
              <Box
                sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                title={log.errorMessage ?? undefined}
              >
                {log.errorMessage ?? '–'}
              </Box>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
