import type { ManagedEnvironment } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  lazyPart,
  ResourceList,
  type MenuAction,
} from '@crossdock/admin/kit'
import { Layers, PenLine, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { useEnvironmentColumns } from './columns.js'
import { environmentNames } from './model.js'

const EditDialog = lazyPart(() => import('./EditDialog.js'))
const DeleteEnvironment = lazyPart(() => import('./DeleteEnvironment.js'))

type Open = { kind: 'edit' | 'delete'; environment: ManagedEnvironment }

interface EnvironmentListProps {
  tenantId: string | null
  add: ReactNode
}

/** The environments of all tenants, or of one, with their actions. */
export function EnvironmentList({ tenantId, add }: EnvironmentListProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.${key}`, values)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns = useEnvironmentColumns()
  const edit = (environment: ManagedEnvironment) => setOpen({ kind: 'edit', environment })
  const actionsOf = (environment: ManagedEnvironment): MenuAction[] => [
    { label: text('edit'), icon: PenLine, onSelect: () => edit(environment) },
    // Production cannot be deleted.
    ...(environment.name === 'production'
      ? []
      : [
          {
            label: text('delete.action'),
            icon: Trash2,
            destructive: true,
            onSelect: () => setOpen({ kind: 'delete', environment }),
          },
        ]),
  ]
  return (
    <>
      <ResourceList<ManagedEnvironment>
        resource="admin/environments"
        label={text('list')}
        columns={[
          ...columns,
          actionsColumn<ManagedEnvironment>(translate('kit.actions'), (environment) => (
            <ActionMenu
              label={text('actionsFor', { name: environment.displayName })}
              actions={() => actionsOf(environment)}
            />
          )),
        ]}
        sort={{ field: 'tenantName', order: 'ASC' }}
        filter={tenantId ? { tenantId } : undefined}
        search={text('search')}
        filters={[
          {
            source: 'name',
            label: text('column.kind'),
            choices: environmentNames.map((id) => ({ id, name: text(`name.${id}`) })),
          },
          {
            source: 'isActive',
            label: text('column.status'),
            choices: [true, false].map((id) => ({
              id,
              name: translate(id ? 'kit.active' : 'kit.inactive'),
            })),
          },
        ]}
        onOpen={edit}
        empty={
          <EmptyState
            icon={Layers}
            title={text('empty.title')}
            description={text('empty.text')}
            action={add}
          />
        }
        noMatch={text('noMatch')}
      />
      {open?.kind === 'edit' && <EditDialog environment={open.environment} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteEnvironment environment={open.environment} onClose={close} />
      )}
    </>
  )
}
