import type { Workflow } from '@crossdock/client'
import { ConfirmDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Asks, and deletes the workflow. */
export function DeleteWorkflow({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflows.${key}`, values)
  const path = `integrations/workflows/${workflow.id}`
  const remove = useAction(() => ({ path, method: 'DELETE' }), {
    invalidates: ['integrations', 'workflows'],
    success: { title: text('deleted') },
    error: { fallback: text('deleteFailed') },
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      destructive
      title={text('confirmDelete.title')}
      description={text('confirmDelete.text', { name: workflow.name })}
      confirmLabel={text('confirmDelete.confirm')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
