import type { Permission, Role } from '@crossdock/client'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { ActionMenu, Badge, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { PermissionMark } from './PermissionMark.js'
import { HolderCount } from './HolderCount.js'
import { useGroups } from './model.js'
import type { RoleParts } from './use_role_actions.js'

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'separate',
  borderSpacing: 0,
  minWidth: '100%',
  fontSize: '0.875rem',
  'th, td': {
    padding: '9px 14px',
    borderBottom: `1px solid ${theme.palette.divider}`,
    fontWeight: 'inherit',
    textAlign: 'center',
  },
  'tbody tr:last-of-type > *': { borderBottom: 0 },
  'tbody tr:hover > td, tbody tr:hover > th[scope="row"]': {
    backgroundColor: theme.palette.surface.inset,
  },
  // The first column stays in view.
  'th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    minWidth: 260,
    paddingLeft: 20,
    textAlign: 'left',
    backgroundColor: theme.palette.background.paper,
  },
  'thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    minWidth: 138,
    verticalAlign: 'top',
    backgroundColor: theme.palette.background.paper,
  },
  'thead th:first-of-type': { zIndex: 3 },
  'th[scope="rowgroup"]': {
    paddingTop: 14,
    fontWeight: 500,
    color: theme.palette.text.secondary,
    backgroundColor: theme.palette.surface.inset,
  },
}))

/** A table of permissions by domain, with a column for each role. */
export function RoleMatrix({ roles, permissions, actions }: RoleParts) {
  const translate = useTranslate()
  const unknown = roles.flatMap(({ unknownPermissions }) => unknownPermissions)
  const groups = useGroups(permissions, unknown)
  const label = translate('roles.matrix')
  return (
    <Section>
      <Box
        role="region"
        aria-label={label}
        tabIndex={0}
        sx={{
          mx: { xs: -2, sm: -2.5 },
          my: -2.5,
          overflow: 'auto',
          maxHeight: 'calc(100vh - 190px)',
        }}
      >
        <Table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{translate('roles.permission')}</th>
              {roles.map((role) => (
                <th scope="col" key={role.id}>
                  <RoleHead role={role} actions={actions} />
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.domain}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {group.label}
                </th>
              </tr>
              {group.permissions.map((permission) => (
                <PermissionRow key={permission.name} permission={permission} roles={roles} />
              ))}
            </tbody>
          ))}
        </Table>
      </Box>
    </Section>
  )
}

function RoleHead({ role, actions }: { role: Role; actions: RoleParts['actions'] }) {
  const translate = useTranslate()
  return (
    <>
      <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {role.name}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 0.5 }}>
        <Typography variant="caption" color="textSecondary">
          <HolderCount role={role} />
        </Typography>
        <ActionMenu
          label={translate('roles.actions', { role: role.name })}
          actions={() => actions.of(role)}
        />
      </Box>
      {!role.isBuiltIn && <Badge variant="info">{translate('roles.own')}</Badge>}
    </>
  )
}

function PermissionRow({ permission, roles }: { permission: Permission; roles: Role[] }) {
  const translate = useTranslate()
  const { name, description } = permission
  return (
    <tr>
      <th scope="row">
        {description}
        <Typography variant="caption" component="div" color="textSecondary">
          {name}
        </Typography>
      </th>
      {roles.map((role) => {
        const isHeld = role.permissions.includes(name)
        const labelKey = isHeld ? 'roles.holds' : 'roles.holdsNot'
        return (
          <td key={role.id}>
            <PermissionMark
              isHeld={isHeld}
              label={translate(labelKey, { role: role.name, permission: description })}
            />
          </td>
        )
      })}
    </tr>
  )
}
