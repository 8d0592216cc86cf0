import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import {
  Badge,
  formatInteger,
  formatNumber,
  InitialsAvatar,
  RelativeTime,
  wideCell,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { tenantDomain } from '../../product.js'

/** All columns on desks; on phones the figures move under the name. */
export function TenantTable({ tenants }: { tenants: Tenant[] }) {
  const translate = useTranslate()
  const column = (key: string) => translate(`tenants.column.${key}`)
  const number = { ...wideCell, textAlign: 'right' }
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableCell>{column('tenant')}</TableCell>
          <TableCell sx={number}>{column('users')}</TableCell>
          <TableCell sx={number}>{column('storage')}</TableCell>
          <TableCell sx={number}>{column('assets')}</TableCell>
          <TableCell sx={wideCell}>{column('lastActive')}</TableCell>
          <TableCell sx={{ width: '1%', textAlign: { xs: 'right', md: 'left' } }}>
            {column('status')}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {tenants.map((tenant) => (
          <TableRow key={tenant.id} hover>
            <TableCell sx={{ maxWidth: 0, width: { xs: '99%', md: '40%' } }}>
              <TenantName tenant={tenant} />
            </TableCell>
            <TableCell sx={number}>{formatInteger(tenant.activeUsers)}</TableCell>
            <TableCell sx={number}>{tenant.storageUsed}</TableCell>
            <TableCell sx={number}>{formatInteger(tenant.totalAssets)}</TableCell>
            <TableCell sx={{ ...wideCell, whiteSpace: 'nowrap', color: 'text.secondary' }}>
              <RelativeTime time={tenant.updatedAt} />
            </TableCell>
            <TableCell align="right" sx={{ textAlign: { xs: 'right', md: 'left' } }}>
              <Badge variant={tenant.status === 'active' ? 'success' : 'secondary'} dot>
                {translate(`tenants.status.${tenant.status}`, { _: tenant.status })}
              </Badge>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function TenantName({ tenant }: { tenant: Tenant }) {
  const translate = useTranslate()
  const counted = (key: string, count: number) =>
    translate(`tenants.figures.${key}`, { smart_count: count, count: formatNumber(count) })
  const figures = [
    counted('users', tenant.activeUsers),
    tenant.storageUsed,
    counted('assets', tenant.totalAssets),
  ]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <InitialsAvatar name={tenant.name} size={34} square />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{tenant.name}</Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {tenant.subdomain}
          {tenantDomain()}
        </Typography>
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ display: { md: 'none' }, mt: 0.25 }}
        >
          {figures.join(' · ')}
        </Typography>
      </Box>
    </Box>
  )
}
