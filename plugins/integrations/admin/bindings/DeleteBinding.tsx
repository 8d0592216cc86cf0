import type { ExternalSystem, FolderBinding } from '@crossdock/client'
import { DeleteDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { pathOf } from './binding_form.js'

interface DeleteBindingProps {
  system: Pick<ExternalSystem, 'name'>
  binding: FolderBinding
  /** Whether this is the only binding of the system. */
  isLast: boolean
  onClose: () => void
}

/** Asks for confirmation and says which files the system gets without the binding. */
export function DeleteBinding({ system, binding, isLast, onClose }: DeleteBindingProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.bindings.${key}`, values)
  const names = { name: system.name, folder: pathOf(binding) }
  const pause = {
    label: text('deactivate'),
    done: text('deactivated'),
    failed: text('saveFailed'),
  }
  return (
    <DeleteDialog
      title={text('confirmDelete.title')}
      description={text(isLast ? 'confirmDelete.textLast' : 'confirmDelete.text', names)}
      confirmLabel={text('confirmDelete.confirm')}
      path={`folder-bindings/${binding.id}`}
      invalidates={['folder-bindings', 'integrations']}
      deleted={text('deleted')}
      failed={text('deleteFailed')}
      pause={binding.isActive ? pause : undefined}
      onClose={onClose}
    />
  )
}
