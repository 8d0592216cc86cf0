import type { Role } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { ActionMenu, Badge, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { HolderCount } from './HolderCount.js'
import type { RoleParts } from './use_role_actions.js'

/** The roles on phones; each links to its permissions. */
export function RoleCards({ roles, permissions, actions }: RoleParts) {
  return (
    <Section flush>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {roles.map((role) => (
          <Box
            component="li"
            key={role.id}
            sx={{
              px: 2,
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
              '&:first-of-type': { borderTop: 0 },
            }}
          >
            <RoleCard role={role} all={permissions.length} actions={actions} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}

interface RoleCardProps extends Pick<RoleParts, 'actions'> {
  role: Role
  /** The total number of permissions. */
  all: number
}

function RoleCard({ role, all, actions }: RoleCardProps) {
  const translate = useTranslate()
  const held = role.permissions.length - role.unknownPermissions.length
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Link
          component="button"
          color="textPrimary"
          onClick={() => actions.show(role)}
          sx={{
            flex: 1,
            minWidth: 0,
            fontWeight: 500,
            textAlign: 'left',
            overflowWrap: 'anywhere',
          }}
        >
          {role.name}
        </Link>
        {!role.isBuiltIn && <Badge variant="info">{translate('roles.own')}</Badge>}
        <ActionMenu
          label={translate('roles.actions', { role: role.name })}
          actions={() => actions.of(role)}
        />
      </Box>
      {role.description && (
        <Typography variant="body2" color="textSecondary">
          {role.description}
        </Typography>
      )}
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
        <HolderCount role={role} /> · {translate('roles.count', { held, all })}
      </Typography>
    </>
  )
}
