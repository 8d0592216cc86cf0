import Box from '@mui/material/Box'
import { useEnvironments, useSession } from '@crossdock/admin/kit'
import { PlaceLines } from './TenantOption.js'
import { TenantSwitcher } from './TenantSwitcher.js'

/** At the head of the menu: the organization a person works in. The super administrator chooses it; the others have one. */
export default function TenantPlace() {
  const { data } = useSession()
  const environment = useEnvironments().chosen?.displayName ?? ''
  if (data?.user.isSuperAdmin) return <TenantSwitcher environment={environment} />
  if (!data?.tenant) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, height: 44, px: 1 }}>
      <PlaceLines name={data.tenant.name} detail={environment} isAll={false} />
    </Box>
  )
}
