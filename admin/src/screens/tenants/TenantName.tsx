import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { InitialsAvatar } from '@crossdock/admin/kit'
import { useTenantDomain } from '../../data/product.js'

/** Initials, name and address of a tenant. */
export function TenantName({ tenant }: { tenant: Tenant }) {
  const domain = useTenantDomain()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <InitialsAvatar name={tenant.name} size={34} square />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{tenant.name}</Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {tenant.subdomain}
          {domain}
        </Typography>
      </Box>
    </Box>
  )
}
