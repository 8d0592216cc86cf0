import type { Role } from '@crossdock/client'
import { DeleteRoleDialog } from './DeleteRoleDialog.js'
import { RoleDetails } from './RoleDetails.js'
import { RoleFormDialog } from './RoleFormDialog.js'
import type { RoleParts } from './use_role_actions.js'

/** The dialog that the address opens; none for an unknown role. */
export default function RoleDialogs(parts: RoleParts) {
  const { roles, actions } = parts
  const { creating, copying, editing, deleting, showing } = actions.open
  const named = (id: string | null) => roles.find((role) => role.id === id)
  const own = (role: Role | undefined) => (role?.isBuiltIn ? undefined : role)
  const onClose = actions.close
  const [copied, edited] = [named(copying), own(named(editing))]
  const [deleted, shown] = [own(named(deleting)), named(showing)]
  if (edited) return <RoleFormDialog {...parts} role={edited} onClose={onClose} />
  if (copied) return <RoleFormDialog {...parts} copied={copied} onClose={onClose} />
  if (creating !== null) return <RoleFormDialog {...parts} onClose={onClose} />
  if (deleted) return <DeleteRoleDialog roles={roles} role={deleted} onClose={onClose} />
  if (shown) return <RoleDetails {...parts} role={shown} onClose={onClose} />
  return null
}
