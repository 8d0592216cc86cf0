import type { Permission, Role } from '@crossdock/client'
import { useDialogAddress, usePermissions, type MenuAction } from '@crossdock/admin/kit'
import { Copy, ListChecks, Pencil, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'

export interface RoleActions {
  /** The role ids of open dialogs. */
  open: Record<'creating' | 'copying' | 'editing' | 'deleting' | 'showing', string | null>
  add: () => void
  show: (role: Role) => void
  close: () => void
  of: (role: Role) => MenuAction[]
}

/** Props of the parts of the screen. */
export interface RoleParts {
  roles: Role[]
  permissions: Permission[]
  actions: RoleActions
}

/** The actions on roles. Each dialog has an address. */
export function useRoleActions(): RoleActions {
  const translate = useTranslate()
  const canWrite = usePermissions().can('roles.write')
  const creating = useDialogAddress('new')
  const copying = useDialogAddress('copy')
  const editing = useDialogAddress('edit')
  const deleting = useDialogAddress('delete')
  const showing = useDialogAddress('role')
  const action = (key: string, icon: MenuAction['icon'], onSelect: () => void): MenuAction => ({
    label: translate(`roles.${key}`),
    icon,
    onSelect,
  })
  return {
    open: {
      creating: canWrite ? creating.value : null,
      copying: canWrite ? copying.value : null,
      editing: canWrite ? editing.value : null,
      deleting: canWrite ? deleting.value : null,
      showing: showing.value,
    },
    add: () => creating.open('role'),
    show: ({ id }) => showing.open(id),
    close: () => {
      for (const one of [creating, copying, editing, deleting, showing]) {
        if (one.value !== null) one.close()
      }
    },
    of: (role) => [
      action('show', ListChecks, () => showing.open(role.id)),
      ...(canWrite
        ? [
            ...(role.isBuiltIn ? [] : [action('edit', Pencil, () => editing.open(role.id))]),
            action('copy', Copy, () => copying.open(role.id)),
            ...(role.isBuiltIn
              ? []
              : [
                  {
                    ...action('delete', Trash2, () => deleting.open(role.id)),
                    destructive: true,
                  },
                ]),
          ]
        : []),
    ],
  }
}
