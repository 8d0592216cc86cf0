import Button from '@mui/material/Button'
import {
  CardGrid,
  CardsSkeleton,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { Plug } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { everything, type System } from '../model.js'
import { SystemCard } from './SystemCard.js'
import { SystemDialog } from './SystemDialog.js'

/** The connected systems as cards. */
export function SystemsTab({ onAdd }: { onAdd: () => void }) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('integrations.write')
  const systems = useRead<System[]>('integrations/systems', everything)
  const [edited, setEdited] = useState<System>()
  const [doomed, setDoomed] = useState<System>()

  if (systems.isPending) return <CardsSkeleton />
  if (systems.error) {
    return <ErrorState error={systems.error} onRetry={() => void systems.refetch()} />
  }
  if (systems.data.length === 0) {
    return (
      <EmptyState
        icon={Plug}
        title={translate('integrations.systems.empty.title')}
        description={translate('integrations.systems.empty.text')}
        action={
          canWrite && (
            <Button variant="contained" onClick={onAdd}>
              {translate('integrations.systems.add')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <>
      <CardGrid>
        {systems.data.map((system) => (
          <SystemCard
            key={system.id}
            system={system}
            onEdit={canWrite ? () => setEdited(system) : undefined}
            onDelete={canWrite ? () => setDoomed(system) : undefined}
          />
        ))}
      </CardGrid>
      {edited && <SystemDialog system={edited} onClose={() => setEdited(undefined)} />}
      {doomed && <DeleteSystem system={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

function DeleteSystem({ system, onClose }: { system: System; onClose: () => void }) {
  const translate = useTranslate()
  const { id, name, endpointCount } = system
  const remove = useAction(() => ({ path: `integrations/systems/${id}`, method: 'DELETE' }), {
    invalidates: ['integrations', 'dashboard'],
    success: { title: translate('integrations.systems.deleted') },
    error: { fallback: translate('integrations.systems.deleteFailed') },
    onSuccess: onClose,
  })
  const text = (key: string, values?: object) =>
    translate(`integrations.systems.confirmDelete.${key}`, values)
  return (
    <ConfirmDialog
      open
      destructive
      title={text('title')}
      description={
        endpointCount > 0
          ? text('text', { name, smart_count: endpointCount })
          : text('textNone', { name })
      }
      confirmLabel={text('confirm')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
