import type { ApiEndpoint } from '@crossdock/client'
import { DeleteDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useUsedBy } from '../pieces/use_used_by.js'

interface DeleteEndpointProps {
  endpoint: ApiEndpoint
  onClose: () => void
}

/** Asks for confirmation, lists the workflows that call the endpoint, and deletes it. */
export function DeleteEndpoint({ endpoint, onClose }: DeleteEndpointProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.endpoints.${key}`, values)
  const pause = {
    label: translate('integrations.pauseInstead'),
    done: text('changed'),
    failed: text('updateFailed'),
  }
  return (
    <DeleteDialog
      title={text('confirmDelete.title')}
      description={text('confirmDelete.text', { name: endpoint.name })}
      confirmLabel={text('confirmDelete.confirm')}
      path={`integrations/endpoints/${endpoint.id}`}
      invalidates={['integrations']}
      deleted={text('deleted')}
      failed={text('deleteFailed')}
      dependants={useUsedBy([endpoint.id])}
      pause={endpoint.isActive ? pause : undefined}
      onClose={onClose}
    />
  )
}
