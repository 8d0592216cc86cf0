import type { ExternalSystem } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  ActiveBadge,
  EmptyState,
  CreateButton,
  Icon,
  kindNamed,
  lazyPart,
  PageActions,
  RelativeTime,
  ResourceList,
  RowLink,
  useDialogAddress,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { FileUp, PenLine, Plug, PlugZap, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { importPath, isActiveFilter, isImported, systemPath } from '../model.js'
import { DeleteSeveral } from '../pieces/DeleteSeveral.js'
import { useSystemKinds } from './kinds.js'
import { useFailing } from './use_failing.js'
import { DeleteSystem } from './DeleteSystem.js'
import { SystemCard } from './SystemCard.js'

const SystemDialog = lazyPart(() => import('./SystemDialog.js'))
const TestConnectionDialog = lazyPart(() => import('../connection/TestConnectionDialog.js'))

type Open = { kind: 'edit' | 'test' | 'delete'; system: ExternalSystem }

/** The connected systems as cards or as a table, with a button to add one. */
export default function SystemsTab() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('integrations.write')
  const creating = useDialogAddress('new')
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  // Load the kinds early, so that the dialog has them when it opens.
  const { kinds } = useSystemKinds()
  const failing = useFailing()
  const text = (key: string, values?: object) => translate(`integrations.systems.${key}`, values)
  const typeName = (type: string) =>
    text(`type.${type}`, { _: kindNamed(kinds?.connectors ?? [], type)?.label ?? type })
  const edit = (system: ExternalSystem) => setOpen({ kind: 'edit', system })
  const test = (system: ExternalSystem) => setOpen({ kind: 'test', system })
  const remove = (system: ExternalSystem) => setOpen({ kind: 'delete', system })
  const add = canWrite && (
    <CreateButton
      limit="maxExternalSystems"
      reached="integrations.systems.limitReached"
      onClick={() => creating.open('system')}
    >
      {text('add')}
    </CreateButton>
  )
  const column = (key: string) => text(`column.${key}`)
  const columns: ListColumn<ExternalSystem>[] = [
    {
      source: 'name',
      label: column('name'),
      sortable: true,
      render: (system) => <RowLink to={systemPath(system)}>{system.name}</RowLink>,
    },
    {
      source: 'systemType',
      label: column('type'),
      sortable: true,
      render: ({ systemType }) => typeName(systemType),
    },
    {
      source: 'endpointCount',
      label: column('endpoints'),
      align: 'right',
      render: ({ endpointCount }) => endpointCount,
    },
    {
      source: 'isActive',
      label: column('status'),
      render: ({ isActive }) => <ActiveBadge isActive={isActive} />,
    },
    {
      source: 'updatedAt',
      label: column('modified'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
    ...(canWrite
      ? [
          actionsColumn<ExternalSystem>(translate('kit.actions'), (system) => (
            <ActionMenu
              label={translate('integrations.actionsFor', { name: system.name })}
              actions={[
                { label: text('edit'), icon: PenLine, onSelect: () => edit(system) },
                {
                  label: translate(`integrations.imports.${isImported(system) ? 'again' : 'open'}`),
                  icon: FileUp,
                  onSelect: () => void navigate(importPath(system)),
                },
                {
                  label: translate('integrations.connection.testThis'),
                  icon: PlugZap,
                  onSelect: () => test(system),
                },
                {
                  label: text('confirmDelete.confirm'),
                  icon: Trash2,
                  destructive: true,
                  onSelect: () => remove(system),
                },
              ]}
            />
          )),
        ]
      : []),
  ]
  return (
    <>
      <PageActions>
        {canWrite && (
          <Button
            component={Link}
            to="/integrations/import"
            variant="outlined"
            startIcon={<Icon icon={FileUp} />}
          >
            {translate('integrations.imports.open')}
          </Button>
        )}
        {add}
      </PageActions>
      <ResourceList<ExternalSystem>
        resource="integrations/systems"
        label={text('list')}
        columns={columns}
        layout="cards"
        card={(system) => (
          <SystemCard
            system={system}
            onEdit={canWrite ? () => edit(system) : undefined}
            onTest={canWrite ? () => test(system) : undefined}
            onDelete={canWrite ? () => remove(system) : undefined}
          />
        )}
        sort={{ field: 'name', order: 'ASC' }}
        search={text('search')}
        quick={[
          { id: 'all', label: text('chip.all'), filter: {} },
          { id: 'active', label: translate('kit.active'), filter: { isActive: true } },
          {
            id: 'failing',
            label: text('failing'),
            filter: { isFailing: true },
            count: failing.length,
          },
        ]}
        filters={[
          isActiveFilter(translate),
          {
            source: 'systemType',
            label: column('type'),
            choices: (kinds?.connectors ?? []).map(({ name }) => ({
              id: name,
              name: typeName(name),
            })),
          },
        ]}
        to={systemPath}
        bulk={canWrite && <DeleteSeveral of="systems" />}
        empty={
          <EmptyState
            icon={Plug}
            title={text('empty.title')}
            description={text('empty.text')}
            action={add}
          />
        }
        noMatch={text('noMatch')}
      />
      {canWrite && creating.value === 'system' && <SystemDialog onClose={creating.close} />}
      {open?.kind === 'edit' && <SystemDialog system={open.system} onClose={close} />}
      {open?.kind === 'test' && <TestConnectionDialog system={open.system} onClose={close} />}
      {open?.kind === 'delete' && <DeleteSystem system={open.system} onClose={close} />}
    </>
  )
}
