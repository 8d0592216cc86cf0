import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TenantName } from './TenantName.js'
import { TenantRowActions } from './TenantRowActions.js'
import { TenantStatus } from './TenantStatus.js'
import type { TenantActions } from './use_tenant_actions.js'

interface TenantCardProps {
  tenant: Tenant
  actions: TenantActions
}

/** A tenant as a card, for narrow screens. */
export function TenantCard({ tenant, actions }: TenantCardProps) {
  const translate = useTranslate()
  const counted = (key: string, count: number) =>
    translate(`tenants.figures.${key}`, { smart_count: count, count: formatInteger(count) })
  const { activeUsers, storageUsed, totalAssets, status } = tenant
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <TenantName tenant={tenant} />
        </Box>
        <TenantStatus status={status} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75 }}>
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ flex: 1, minWidth: 0 }}
        >
          {[counted('users', activeUsers), storageUsed, counted('assets', totalAssets)].join(' · ')}
        </Typography>
        <TenantRowActions tenant={tenant} actions={actions} />
      </Box>
    </Box>
  )
}
