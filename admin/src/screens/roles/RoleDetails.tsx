import type { Role } from '@crossdock/client'
import { PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useGroups } from './model.js'
import { PermissionList } from './PermissionList.js'
import type { RoleParts } from './use_role_actions.js'

interface RoleDetailsProps extends Pick<RoleParts, 'permissions'> {
  role: Role
  onClose: () => void
}

/** The permissions of one role. */
export function RoleDetails({ role, permissions, onClose }: RoleDetailsProps) {
  const translate = useTranslate()
  const { name } = role
  return (
    <PlainDialog title={name} description={role.description} onClose={onClose}>
      <PermissionList
        groups={useGroups(permissions, role.unknownPermissions)}
        isHeld={(one) => role.permissions.includes(one)}
        labelFor={(permission, isHeld) =>
          translate(isHeld ? 'roles.holds' : 'roles.holdsNot', { role: name, permission })
        }
      />
    </PlainDialog>
  )
}
