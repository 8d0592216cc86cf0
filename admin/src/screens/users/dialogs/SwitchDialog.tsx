import type { User } from '@crossdock/client'
import { ConfirmDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { affected, nameOf } from '../model.js'

/** Explains what deactivating or reactivating a person does, and does it. */
export default function SwitchDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const translate = useTranslate()
  const { id, isActive } = user
  const text = (key: string) =>
    translate(`users.${isActive ? 'deactivate' : 'reactivate'}.${key}`, { name: nameOf(user) })
  const change = useAction(
    () => ({ path: `users/${id}`, method: 'PUT', body: { isActive: !isActive } }),
    {
      invalidates: affected,
      success: { title: text('done') },
      error: { fallback: text('failed') },
      onSuccess: onClose,
    }
  )
  return (
    <ConfirmDialog
      open
      destructive={isActive}
      title={text('title')}
      description={text('text')}
      confirmLabel={text('action')}
      pending={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  )
}
