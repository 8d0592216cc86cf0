import type { Role } from '@crossdock/client'
import Link from '@mui/material/Link'
import { formatInteger, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { holdersPath } from './model.js'

/** The number of people with a role; links to them. */
export function HolderCount({ role }: { role: Role }) {
  const translate = useTranslate()
  const mayRead = usePermissions().can('users.read')
  const { name, holders } = role
  const counted = { smart_count: holders, count: formatInteger(holders) }
  const count = translate('roles.holders', counted)
  if (!mayRead || holders === 0) return <>{count}</>
  return (
    <Link
      component={RouterLink}
      to={holdersPath(role)}
      aria-label={translate('roles.holdersOf', { ...counted, role: name })}
      color="inherit"
    >
      {count}
    </Link>
  )
}
