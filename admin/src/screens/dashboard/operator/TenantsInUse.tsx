import type { TenantsInUse as Answer } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  formatBytes,
  formatInteger,
  InitialsAvatar,
  RelativeTime,
  RowsSkeleton,
  Section,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { tenantPath } from '../../tenants/model.js'
import { TenantStatus } from '../../tenants/TenantStatus.js'
import { Share } from './Share.js'
import { FirstTenant } from './FirstTenant.js'
import { useTenantsInUse } from './use_home.js'

const orders = ['byUse', 'failing', 'nearLimit'] as const
type Order = (typeof orders)[number]
type Row = Answer['byUse'][number]

const wide = { display: { xs: 'none', md: 'table-cell' } } as const

/** The tenants that use the most, fail, or are near a limit. */
export function TenantsInUse() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`tenants.home.${key}`, values)
  const [order, setOrder] = useState<Order>('byUse')
  const { data, error, refetch } = useTenantsInUse()
  const rows = data?.[order]
  if (data?.total === 0) return <FirstTenant />
  return (
    <Section
      flush
      title={
        <>
          {text('tenants')}{' '}
          <Box component="span" sx={{ ml: 0.5, color: 'text.secondary', fontWeight: 400 }}>
            {data && formatInteger(data.total)}
          </Box>
        </>
      }
      actions={
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={text('order')}
          value={order}
          onChange={(_event, next: Order | null) => next && setOrder(next)}
        >
          {orders.map((one) => (
            <ToggleButton key={one} value={one}>
              {text(`choice.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      {error && !data ? (
        <ErrorState plain error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <RowsSkeleton rows={6} />
      ) : rows.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: { xs: 2, sm: 2.5 }, pb: 2.5 }}>
          {text(`none.${order}`)}
        </Typography>
      ) : (
        <Rows rows={rows} />
      )}
      {data && data.total > 0 && (
        <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.375, borderTop: 1, borderColor: 'divider' }}>
          <Link component={RouterLink} to="/tenants" color="textSecondary" underline="hover">
            {text('all', { smart_count: data.total, count: formatInteger(data.total) })}
          </Link>
        </Box>
      )}
    </Section>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`tenants.home.${key}`, values)
  const column = (key: string) => translate(`tenants.column.${key}`)
  return (
    <Table size="small" aria-label={text('tenants')}>
      <TableHead>
        <TableRow>
          <TableCell>{column('tenant')}</TableCell>
          <TableCell sx={wide}>{column('storage')}</TableCell>
          <TableCell sx={wide} align="right">
            {column('users')}
          </TableCell>
          <TableCell>{text('calls')}</TableCell>
          <TableCell>{text('failed')}</TableCell>
          <TableCell sx={wide} align="right">
            {column('lastActive')}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} hover sx={{ height: 44, '&:last-of-type td': { border: 0 } }}>
            <TableCell>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
                <InitialsAvatar name={row.name} size={24} square />
                <Link
                  component={RouterLink}
                  to={tenantPath(row)}
                  color="inherit"
                  underline="hover"
                  sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
                >
                  {row.name}
                </Link>
                {row.status !== 'active' && <TenantStatus status={row.status} />}
              </Box>
            </TableCell>
            <TableCell sx={wide}>
              <Share
                label={text('storageOf', { name: row.name })}
                percent={row.storagePercent}
                text={formatBytes(row.storageBytes)}
              />
            </TableCell>
            <TableCell sx={wide} align="right">
              {formatInteger(row.activeUsers)}
            </TableCell>
            <TableCell>
              <Share label={text('callsOf', { name: row.name })} percent={row.apiCallsPercent} />
            </TableCell>
            <TableCell
              sx={{
                color: row.failedRuns > 0 ? 'error.main' : 'text.secondary',
                whiteSpace: 'nowrap',
              }}
            >
              {row.failedRuns > 0
                ? text('runs', { smart_count: row.failedRuns })
                : text('noFailures')}
            </TableCell>
            <TableCell sx={{ ...wide, color: 'text.secondary' }} align="right">
              <RelativeTime time={row.updatedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
