import type { ExternalSystem, FolderBinding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  EmptyState,
  Icon,
  lazyPart,
  LoadedList,
  RowsSkeleton,
  Section,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { FolderLock, PenLine, Plus, ToggleRight, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { pathOf } from './binding_form.js'
import { BindingRow } from './BindingRow.js'
import { DeleteBinding } from './DeleteBinding.js'

const BindingDialog = lazyPart(() => import('./BindingDialog.js'))

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; binding: FolderBinding }

/** The folders that a system is bound to. */
export function BindingSection({ system }: { system: ExternalSystem }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.bindings.${key}`, values)
  const { can } = usePermissions()
  const canWrite = can('integrations.write')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const bindings = useRead<FolderBinding[]>('folder-bindings', {
    query: { filter: JSON.stringify({ systemId: system.id }), range: '[0,999]' },
  })
  const turn = useAction<FolderBinding, FolderBinding>(
    ({ id, isActive }) => ({
      path: `folder-bindings/${id}`,
      method: 'PUT',
      body: { isActive: !isActive },
    }),
    {
      invalidates: ['folder-bindings'],
      success: ({ isActive }) => ({ title: text(isActive ? 'activated' : 'deactivated') }),
      error: { fallback: text('saveFailed') },
    }
  )
  const actionsOf = (binding: FolderBinding) => [
    { label: text('edit'), icon: PenLine, onSelect: () => setOpen({ kind: 'edit', binding }) },
    {
      label: text(binding.isActive ? 'deactivate' : 'activate'),
      icon: ToggleRight,
      onSelect: () => turn.mutate(binding),
    },
    {
      label: text('confirmDelete.confirm'),
      icon: Trash2,
      destructive: true,
      onSelect: () => setOpen({ kind: 'delete', binding }),
    },
  ]
  return (
    <Section
      flush
      title={text('title')}
      description={text('text', { name: system.name })}
      actions={
        canWrite &&
        can('assets.read') && (
          <Button startIcon={<Icon icon={Plus} />} onClick={() => setOpen({ kind: 'add' })}>
            {text('add')}
          </Button>
        )
      }
    >
      <LoadedList
        plain
        read={bindings}
        skeleton={<RowsSkeleton rows={2} />}
        empty={
          <EmptyState
            plain
            icon={FolderLock}
            title={text(system.isBound ? 'gone.title' : 'empty.title')}
            description={text(system.isBound ? 'gone.text' : 'empty.text', { name: system.name })}
          />
        }
      >
        {(items) => (
          <Box
            component="ul"
            aria-label={text('list', { name: system.name })}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {items.map((binding) => (
              <BindingRow
                key={binding.id}
                binding={binding}
                action={
                  canWrite && (
                    <ActionMenu
                      label={translate('integrations.actionsFor', { name: pathOf(binding) })}
                      actions={actionsOf(binding)}
                    />
                  )
                }
              />
            ))}
          </Box>
        )}
      </LoadedList>
      {open?.kind === 'add' && <BindingDialog system={system} onClose={close} />}
      {open?.kind === 'edit' && (
        <BindingDialog system={system} binding={open.binding} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <DeleteBinding
          system={system}
          binding={open.binding}
          isLast={bindings.data?.length === 1}
          onClose={close}
        />
      )}
    </Section>
  )
}
