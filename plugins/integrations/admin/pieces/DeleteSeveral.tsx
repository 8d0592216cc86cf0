import { BulkAction } from '@crossdock/admin/kit'
import { Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'

/** Deletes the selected systems or endpoints after a confirmation. */
export function DeleteSeveral({ of }: { of: 'systems' | 'endpoints' }) {
  const translate = useTranslate()
  const text = (key: string, count: number) =>
    translate(`integrations.${of}.${key}`, { smart_count: count })
  return (
    <BulkAction
      label={translate('ra.action.delete')}
      icon={Trash2}
      destructive
      confirm={(count) => ({
        title: text('confirmDeleteAll.title', count),
        text: text('confirmDeleteAll.text', count),
      })}
      request={(id) => ({ path: `integrations/${of}/${id}`, method: 'DELETE' })}
      invalidates={['integrations', 'dashboard']}
      success={(count) => text('deletedAll', count)}
    />
  )
}
