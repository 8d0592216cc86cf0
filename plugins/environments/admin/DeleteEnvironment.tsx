import type { ManagedEnvironment } from '@crossdock/client'
import { DeleteDialog, useUndo } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { affected } from './model.js'
import { useTenant } from './use_tenant.js'

interface DeleteEnvironmentProps {
  environment: ManagedEnvironment
  onClose: () => void
}

/** Asks for confirmation, deletes, and offers to undo while that is possible. */
export default function DeleteEnvironment({ environment, onClose }: DeleteEnvironmentProps) {
  const translate = useTranslate()
  const { offer } = useUndo()
  const { id, isActive, displayName: name } = environment
  const tenant = useTenant(environment.tenantId)?.name ?? '–'
  const text = (key: string) => translate(`environments.${key}`, { name, tenant })
  const path = `admin/environments/${id}`
  return (
    <DeleteDialog
      title={text('delete.title')}
      description={text('delete.text')}
      confirmLabel={text('delete.confirm')}
      path={path}
      invalidates={affected}
      failed={text('deleteFailed')}
      pause={
        isActive
          ? { label: text('delete.pause'), done: text('updated'), failed: text('updateFailed') }
          : undefined
      }
      onDeleted={() =>
        offer<ManagedEnvironment>({
          items: [environment],
          title: text('deleted'),
          text: () => text('removed'),
          request: () => ({ path: `${path}/restore`, method: 'POST' }),
          invalidates: affected,
          undone: () => text('restored'),
          failed: text('restoreFailed'),
        })
      }
      onClose={onClose}
    />
  )
}
