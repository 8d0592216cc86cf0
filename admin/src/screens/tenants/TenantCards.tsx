import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import { formatNumber } from '@crossdock/admin/kit'
import { RecordsIterator, useTranslate } from 'ra-core'
import Typography from '@mui/material/Typography'
import { TenantHead } from './TenantHead.js'
import { TenantName } from './TenantName.js'
import { TenantStatus } from './TenantTable.js'

/** The organizations on phones. */
export function TenantCards() {
  const translate = useTranslate()
  const counted = (key: string, count: number) =>
    translate(`tenants.figures.${key}`, { smart_count: count, count: formatNumber(count) })
  const figures = ({ activeUsers, storageUsed, totalAssets }: Tenant) =>
    [counted('users', activeUsers), storageUsed, counted('assets', totalAssets)].join(' · ')
  return (
    <>
      <TenantHead />
      <RecordsIterator<Tenant>
        render={(tenant) => (
          <Box sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <TenantName tenant={tenant} />
              </Box>
              <TenantStatus status={tenant.status} />
            </Box>
            <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
              {figures(tenant)}
            </Typography>
          </Box>
        )}
      />
    </>
  )
}
