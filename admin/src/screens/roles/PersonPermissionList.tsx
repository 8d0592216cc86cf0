import type { PersonPermission, PersonPermissions } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, ErrorState, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useGroups } from './model.js'
import { PermissionList } from './PermissionList.js'

/** All permissions of a person with their reasons, and for missing permissions the roles that would grant them. */
export function PersonPermissionList({ id }: { id: string }) {
  const person = useRead<PersonPermissions>(['users', id, 'permissions'])
  if (person.isPending) return <RowsSkeleton rows={8} />
  if (person.error) {
    return <ErrorState plain error={person.error} onRetry={() => void person.refetch()} />
  }
  return <Reasons person={person.data} />
}

function Reasons({ person }: { person: PersonPermissions }) {
  const translate = useTranslate()
  const { label, email, role, permissions, mayEnter } = person
  const declared = permissions.map((one) => ({ ...one, roles: [] }))
  const named = new Map(permissions.map((one) => [one.name, one]))
  return (
    <>
      <Box sx={{ px: 3, pb: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{label}</Typography>
          {label !== email && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {email}
            </Typography>
          )}
        </Box>
        <Badge variant={role ? 'secondary' : 'warning'}>
          {role
            ? translate('roles.person.role', { role: role.name })
            : translate('roles.person.lost')}
        </Badge>
      </Box>
      {/* Explains once that a person who cannot sign in has no permissions, not below each permission. */}
      {!mayEnter && permissions[0] && (
        <Alert severity="warning" sx={{ mx: 3, mb: 1.5 }}>
          {permissions[0].reason}
        </Alert>
      )}
      <PermissionList
        groups={useGroups(declared, [])}
        isHeld={(name) => named.get(name)?.isHeld ?? false}
        labelFor={(_, isHeld) => translate(isHeld ? 'roles.person.may' : 'roles.person.mayNot')}
        detail={(name) => {
          const permission = named.get(name)
          return permission && mayEnter && <Reason permission={permission} />
        }}
      />
    </>
  )
}

function Reason({ permission }: { permission: PersonPermission }) {
  const translate = useTranslate()
  const { reason, isHeld, givenBy } = permission
  return (
    <>
      {reason}
      {!isHeld && givenBy.length > 0 && (
        <div>
          {translate('roles.person.givenBy', {
            roles: givenBy.map(({ name }) => name).join(', '),
          })}
        </div>
      )}
    </>
  )
}
