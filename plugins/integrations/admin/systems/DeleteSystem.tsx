import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import { DeleteDialog, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useUsedBy } from '../pieces/use_used_by.js'

/** A filter may have 100 ids. One of them is the id of the system. */
const MOST = 99

/** Asks for confirmation, lists the workflows that call the system, and deletes it with its endpoints. */
export function DeleteSystem({ system, onClose }: { system: ExternalSystem; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.systems.${key}`, values)
  const { id, name, endpointCount, isActive } = system
  // Use the filtered list: after the deletion, the path of the system would answer 404 before the dialog closes.
  const endpoints = useRead<ApiEndpoint[]>('integrations/endpoints', {
    query: { filter: JSON.stringify({ systemId: id }), range: `[0,${MOST - 1}]` },
  })
  const ids = [id, ...(endpoints.data ?? []).map((endpoint) => endpoint.id)]
  const pause = {
    label: translate('integrations.pauseInstead'),
    done: text('changed'),
    failed: text('updateFailed'),
  }
  return (
    <DeleteDialog
      title={text('confirmDelete.title')}
      description={
        endpointCount > 0
          ? text('confirmDelete.text', { name, smart_count: endpointCount })
          : text('confirmDelete.textNone', { name })
      }
      confirmLabel={text('confirmDelete.confirm')}
      path={`integrations/systems/${id}`}
      invalidates={['integrations', 'dashboard']}
      deleted={text('deleted')}
      failed={text('deleteFailed')}
      dependants={useUsedBy(ids)}
      pause={isActive ? pause : undefined}
      onClose={onClose}
    />
  )
}
