import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  lazyPart,
  ResourceList,
  usePermissions,
} from '@crossdock/admin/kit'
import { FilePlay, PenLine, Play, Radio, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { endpointMethods, endpointTypes, isActiveFilter } from '../model.js'
import { DeleteSeveral } from '../pieces/DeleteSeveral.js'
import { useEndpointColumns } from './columns.js'
import { DeleteEndpoint } from './DeleteEndpoint.js'

const EndpointDialog = lazyPart(() => import('./EndpointDialog.js'))
const FileTestDialog = lazyPart(() => import('./FileTestDialog.js'))
const TestDialog = lazyPart(() => import('./TestDialog.js'))

type Kind = 'edit' | 'test' | 'testWithFile' | 'delete'

interface EndpointPanelProps {
  system: ExternalSystem
  /** Omitted for people with read access only. */
  onAdd?: () => void
}

/** A system's endpoints with Edit, Test and Delete. */
export function EndpointPanel({ system, onAdd }: EndpointPanelProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.endpoints.${key}`, values)
  const [open, setOpen] = useState<{ kind: Kind; endpoint: ApiEndpoint }>()
  const close = () => setOpen(undefined)
  const columns = useEndpointColumns()

  const canReadFiles = usePermissions().can('assets.read')
  const action = (kind: Kind, endpoint: ApiEndpoint) => ({
    label: text(`action.${kind}`),
    onSelect: () => setOpen({ kind, endpoint }),
  })
  const menu = actionsColumn<ApiEndpoint>(translate('kit.actions'), (endpoint) => (
    <ActionMenu
      label={translate('integrations.actionsFor', { name: endpoint.name })}
      actions={[
        { ...action('edit', endpoint), icon: PenLine },
        { ...action('test', endpoint), icon: Play },
        ...(canReadFiles && endpoint.endpointType !== 'inbound'
          ? [{ ...action('testWithFile', endpoint), icon: FilePlay }]
          : []),
        { ...action('delete', endpoint), icon: Trash2, destructive: true },
      ]}
    />
  ))
  return (
    <>
      <ResourceList<ApiEndpoint>
        resource={`integrations/systems/${encodeURIComponent(system.id)}/endpoints`}
        storeKey="integrations/endpoints"
        label={text('list', { name: system.name })}
        columns={onAdd ? [...columns, menu] : columns}
        sort={{ field: 'name', order: 'ASC' }}
        search={text('search')}
        filters={[
          isActiveFilter(translate),
          {
            source: 'method',
            label: text('column.method'),
            choices: endpointMethods.map((id) => ({ id, name: id })),
          },
          {
            source: 'endpointType',
            label: text('column.type'),
            choices: endpointTypes.map((id) => ({ id, name: text(`type.${id}`) })),
          },
        ]}
        onOpen={onAdd && ((endpoint) => setOpen({ kind: 'edit', endpoint }))}
        bulk={onAdd && <DeleteSeveral of="endpoints" />}
        empty={
          <EmptyState
            icon={Radio}
            title={text('empty.title')}
            description={text('empty.text')}
            action={
              onAdd && (
                <Button variant="contained" onClick={onAdd}>
                  {text('empty.action')}
                </Button>
              )
            }
          />
        }
        noMatch={text('noMatch')}
      />
      {open?.kind === 'edit' && (
        <EndpointDialog system={system} endpoint={open.endpoint} onClose={close} />
      )}
      {open?.kind === 'test' && <TestDialog endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'testWithFile' && <FileTestDialog endpoint={open.endpoint} onClose={close} />}
      {open?.kind === 'delete' && <DeleteEndpoint endpoint={open.endpoint} onClose={close} />}
    </>
  )
}
