import type { AgentGroup } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  BackLink,
  DeleteDialog,
  EmptyState,
  formatInteger,
  Icon,
  lazyPart,
  PageHeader,
  ResourceList,
  useDialogAddress,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Boxes, PenLine, Plus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { agentsPath } from '../model.js'
import { useDayNames } from './days.js'

const GroupDialog = lazyPart(() => import('./GroupDialog.js'))

type Open = { kind: 'edit' | 'delete'; group: AgentGroup }

/** /desktop-agents/groups: groups of agents, each with its profile. */
export default function GroupsScreen() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.groups.${key}`, values)
  const canManage = usePermissions().can('agents.manage')
  const creating = useDialogAddress('new')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns = useColumns()
  const add = canManage && (
    <Button
      variant="contained"
      startIcon={<Icon icon={Plus} />}
      onClick={() => creating.open('group')}
    >
      {text('add')}
    </Button>
  )
  const menu = actionsColumn<AgentGroup>(translate('kit.actions'), (group) => (
    <ActionMenu
      label={text('actionsFor', { name: group.name })}
      actions={[
        { label: text('edit'), icon: PenLine, onSelect: () => setOpen({ kind: 'edit', group }) },
        {
          label: text('delete'),
          icon: Trash2,
          destructive: true,
          onSelect: () => setOpen({ kind: 'delete', group }),
        },
      ]}
    />
  ))
  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        above={<BackLink to={agentsPath}>{translate('agents.title')}</BackLink>}
        actions={add}
      />
      <ResourceList<AgentGroup>
        resource="desktop-agents/groups"
        label={text('list')}
        columns={canManage ? [...columns, menu] : columns}
        sort={{ field: 'name', order: 'ASC' }}
        search={text('search')}
        onOpen={canManage ? (group) => setOpen({ kind: 'edit', group }) : undefined}
        empty={<EmptyState icon={Boxes} title={text('empty')} description={text('emptyText')} />}
        noMatch={text('noMatch')}
      />
      {canManage && creating.value === 'group' && <GroupDialog onClose={creating.close} />}
      {open?.kind === 'edit' && <GroupDialog group={open.group} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteDialog
          title={text('deleteTitle', { name: open.group.name })}
          description={text('deleteText')}
          confirmLabel={text('delete')}
          path={`desktop-agents/groups/${open.group.id}`}
          invalidates={['desktop-agents']}
          deleted={text('deleted')}
          failed={text('deleteFailed')}
          onClose={close}
        />
      )}
    </>
  )
}

function useColumns(): ListColumn<AgentGroup>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.groups.${key}`, values)
  const dayNames = useDayNames()
  const rate = (key: 'up' | 'down', kbps: number | null) =>
    kbps === null ? [] : [text(key, { rate: text('kbps', { count: formatInteger(kbps) }) })]
  return [
    {
      source: 'name',
      label: text('column.name'),
      sortable: true,
      card: 'title',
      render: ({ name }) => <strong style={{ fontWeight: 500 }}>{name}</strong>,
    },
    {
      source: 'agents',
      label: text('column.agents'),
      align: 'right',
      render: ({ agents }) => formatInteger(agents),
    },
    {
      source: 'bandwidth',
      label: text('column.bandwidth'),
      render: ({ profile: { uploadKbps, downloadKbps } }) =>
        [...rate('up', uploadKbps), ...rate('down', downloadKbps)].join(', ') || text('noBound'),
    },
    {
      source: 'hours',
      label: text('column.hours'),
      render: ({ profile: { activeHours } }) =>
        activeHours
          ? `${activeHours.days.map((day) => dayNames[day]).join(', ')} ${activeHours.from}–${activeHours.to}`
          : text('always'),
    },
    {
      source: 'commands',
      label: text('column.commands'),
      render: ({ profile: { allowedCommands } }) =>
        allowedCommands
          ? allowedCommands.map((one) => translate(`agents.type.${one}`, { _: one })).join(', ') ||
            '–'
          : text('allCommands'),
    },
  ]
}
