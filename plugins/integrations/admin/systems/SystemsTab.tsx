import type { ExternalSystem } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  CardGrid,
  CardsSkeleton,
  ConfirmDialog,
  EmptyState,
  Icon,
  lazyPart,
  LoadedList,
  PageActions,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { Plug, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { everything } from '../model.js'
import { useSystemKinds } from './kinds.js'
import { SystemCard } from './SystemCard.js'

const SystemDialog = lazyPart(() => import('./SystemDialog.js'))

/** The connected systems as cards, and the way to connect one more. */
export default function SystemsTab() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('integrations.write')
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  // The dialog has something to choose from when it opens.
  useSystemKinds()
  return (
    <>
      {canWrite && (
        <PageActions>
          <Button variant="contained" startIcon={<Icon icon={Plus} />} onClick={add}>
            {translate('integrations.systems.add')}
          </Button>
        </PageActions>
      )}
      <SystemCards onAdd={canWrite ? add : undefined} />
      {adding && <SystemDialog onClose={() => setAdding(false)} />}
    </>
  )
}

// Without onAdd for people who may only look.
function SystemCards({ onAdd }: { onAdd?: () => void }) {
  const translate = useTranslate()
  const systems = useRead<ExternalSystem[]>('integrations/systems', everything)
  const [edited, setEdited] = useState<ExternalSystem>()
  const [doomed, setDoomed] = useState<ExternalSystem>()

  return (
    <>
      <LoadedList
        read={systems}
        skeleton={<CardsSkeleton />}
        empty={
          <EmptyState
            icon={Plug}
            title={translate('integrations.systems.empty.title')}
            description={translate('integrations.systems.empty.text')}
            action={
              onAdd && (
                <Button variant="contained" onClick={onAdd}>
                  {translate('integrations.systems.add')}
                </Button>
              )
            }
          />
        }
      >
        {(items) => (
          <CardGrid>
            {items.map((system) => (
              <SystemCard
                key={system.id}
                system={system}
                onEdit={onAdd ? () => setEdited(system) : undefined}
                onDelete={onAdd ? () => setDoomed(system) : undefined}
              />
            ))}
          </CardGrid>
        )}
      </LoadedList>
      {edited && <SystemDialog system={edited} onClose={() => setEdited(undefined)} />}
      {doomed && <DeleteSystem system={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

function DeleteSystem({ system, onClose }: { system: ExternalSystem; onClose: () => void }) {
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
