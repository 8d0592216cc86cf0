import type { ContractTemplate } from '@crossdock/client'
import { DeleteDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface DeleteTemplateProps {
  template: ContractTemplate
  onClose: () => void
}

/** Asks for confirmation and deletes a template; systems created from it are kept. */
export function DeleteTemplate({ template: { id, name }, onClose }: DeleteTemplateProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.templates.${key}`, values)
  return (
    <DeleteDialog
      title={text('confirmDelete.title')}
      description={text('confirmDelete.text', { name })}
      confirmLabel={text('confirmDelete.confirm')}
      path={`contract-templates/${id}`}
      invalidates={['contract-templates']}
      deleted={text('deleted')}
      failed={text('deleteFailed')}
      onClose={onClose}
    />
  )
}
