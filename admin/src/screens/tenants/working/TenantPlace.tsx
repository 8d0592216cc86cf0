import Box from '@mui/material/Box'
import { EnvironmentChoice, useEnvironments, useSession } from '@crossdock/admin/kit'
import { EnvironmentLine } from './EnvironmentLine.js'
import { placeButton, PlaceLines } from './TenantOption.js'
import { TenantSwitcher } from './TenantSwitcher.js'

/**
 * The current organization and environment at the top of the menu. People with several environments switch them here,
 * and super administrators also the organization.
 */
export default function TenantPlace() {
  const { data } = useSession()
  const { environments, chosen } = useEnvironments()
  const line = chosen && <EnvironmentLine environment={chosen} />
  if (data?.user.isSuperAdmin) return <TenantSwitcher environment={line} />
  if (!data?.tenant) return null
  const lines = <PlaceLines name={data.tenant.name} detail={line} isAll={false} />
  if (environments.length > 1) {
    return <EnvironmentChoice sx={placeButton}>{lines}</EnvironmentChoice>
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, height: 44, px: 1 }}>{lines}</Box>
  )
}
