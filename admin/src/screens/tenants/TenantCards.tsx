import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import { formatNumber } from '@crossdock/admin/kit'
import { RecordsIterator, useTranslate } from 'ra-core'
import Typography from '@mui/material/Typography'
import { TenantHead } from './TenantHead.js'
import { TenantName } from './TenantName.js'
import { TenantRowActions } from './TenantRowActions.js'
import { TenantStatus } from './TenantStatus.js'
import type { TenantActions } from './use_tenant_actions.js'

/** The organizations on phones. */
export function TenantCards({ actions }: { actions: TenantActions }) {
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
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75 }}>
              <Typography
                variant="caption"
                component="p"
                color="textSecondary"
                sx={{ flex: 1, minWidth: 0 }}
              >
                {figures(tenant)}
              </Typography>
              <TenantRowActions tenant={tenant} actions={actions} />
            </Box>
          </Box>
        )}
      />
    </>
  )
}
