import type { Tenant } from '@crossdock/client'
import { useAction, useDialogAddress, type MenuAction } from '@crossdock/admin/kit'
import { CirclePause, CirclePlay, LogIn, Undo2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEnter } from './working/use_enter.js'

/** What to reload when a tenant has changed. */
export const affected = ['tenants', 'admin/tenants']

type Opened = 'edit' | 'suspend' | 'delete'

/** The actions on tenants. Each dialog has an address. */
export function useTenantActions() {
  const translate = useTranslate()
  const editing = useDialogAddress('edit')
  const suspending = useDialogAddress('suspend')
  const deleting = useDialogAddress('delete')
  const dialogs = { edit: editing, suspend: suspending, delete: deleting }
  const done = (key: 'reactivate' | 'restore') => ({
    invalidates: affected,
    success: {
      title: translate(`tenants.${key}.done`),
      description: translate(`tenants.${key}.text`),
    },
    error: { fallback: translate(`tenants.${key}.failed`) },
  })
  const act =
    (name: string) =>
    ({ id }: Tenant) => ({ path: `tenants/${id}/${name}`, body: {} })
  const reactivate = useAction<Tenant, Tenant>(act('reactivate'), done('reactivate'))
  const restore = useAction<Tenant, Tenant>(act('restore'), done('restore'))
  const enter = useEnter('/dashboard')
  const item = (key: string, icon: MenuAction['icon'], onSelect: () => void): MenuAction => ({
    label: translate(`tenants.actions.${key}`),
    icon,
    onSelect,
  })
  return {
    /** The id of the tenant whose dialog is open. */
    opened: (name: Opened) => dialogs[name].value,
    open: (name: Opened, { id }: Tenant) => dialogs[name].open(id),
    close: (name: Opened) => dialogs[name].close(),
    enter: (tenant: Tenant) => enter.mutate(tenant),
    reactivate: (tenant: Tenant) => reactivate.mutate(tenant),
    restore: (tenant: Tenant) => restore.mutate(tenant),
    isPending: reactivate.isPending || restore.isPending || enter.isPending,
    /** The entries of the menu next to edit, view and delete. */
    more: (tenant: Tenant): MenuAction[] => [
      item('enter', LogIn, () => enter.mutate(tenant)),
      ...(tenant.status === 'active'
        ? [item('suspend', CirclePause, () => suspending.open(tenant.id))]
        : []),
      ...(['suspended', 'inactive'].includes(tenant.status)
        ? [item('reactivate', CirclePlay, () => reactivate.mutate(tenant))]
        : []),
      ...(tenant.status === 'deleting'
        ? [item('restore', Undo2, () => restore.mutate(tenant))]
        : []),
    ],
  }
}

export type TenantActions = ReturnType<typeof useTenantActions>
