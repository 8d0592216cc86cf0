import type { OauthConfig } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  ActiveBadge,
  DeleteDialog,
  EmptyState,
  Icon,
  lazyPart,
  RelativeTime,
  ResourceList,
  useDialogAddress,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { KeyRound, PenLine, PlugZap, Plus, ToggleRight, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSwitch } from './use_switch.js'

const ProviderDialog = lazyPart(() => import('./ProviderDialog.js'))
const TestDialog = lazyPart(() => import('./TestDialog.js'))
const TrialDialog = lazyPart(() => import('./TrialDialog.js'))

type Open = { kind: 'edit' | 'test' | 'remove'; config: OauthConfig }

/** The identity providers and their actions. */
export function ProviderList() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('sso.write')
  const creating = useDialogAddress('new')
  // The browser comes back to this address after a trial sign-in.
  const tried = useDialogAddress('trial')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const turn = useSwitch()
  const text = (key: string, values?: object) => translate(`sso.${key}`, values)
  const column = (key: string) => text(`column.${key}`)
  const add = canWrite && (
    <Button
      variant="contained"
      startIcon={<Icon icon={Plus} />}
      onClick={() => creating.open('provider')}
    >
      {text('add')}
    </Button>
  )
  const actionsOf = (config: OauthConfig) => [
    {
      label: text('test'),
      icon: PlugZap,
      onSelect: () => setOpen({ kind: 'test', config }),
    },
    ...(config.isActive || (config.testedAt && config.provenAt)
      ? [
          {
            label: text(config.isActive ? 'disable' : 'enable'),
            icon: ToggleRight,
            onSelect: () => turn.mutate({ config, isActive: !config.isActive }),
          },
        ]
      : []),
    { label: text('edit'), icon: PenLine, onSelect: () => setOpen({ kind: 'edit', config }) },
    {
      label: text('remove'),
      icon: Trash2,
      destructive: true,
      onSelect: () => setOpen({ kind: 'remove', config }),
    },
  ]
  const columns: ListColumn<OauthConfig>[] = [
    { source: 'name', label: column('name'), sortable: true, render: ({ name }) => name },
    { source: 'issuer', label: column('issuer'), render: ({ issuer }) => issuer },
    {
      source: 'settings',
      label: column('domains'),
      render: ({ settings }) => settings.allowedDomains.join(', '),
    },
    {
      source: 'testedAt',
      label: column('tested'),
      render: ({ testedAt, provenAt }) => {
        if (!testedAt) return text('untested')
        return provenAt ? <RelativeTime time={testedAt} /> : text('unproven')
      },
    },
    {
      source: 'isActive',
      label: column('status'),
      render: ({ isActive }) => <ActiveBadge isActive={isActive} />,
    },
    ...(canWrite
      ? [
          actionsColumn<OauthConfig>(translate('kit.actions'), (config) => (
            <ActionMenu
              label={text('actionsFor', { name: config.name })}
              actions={actionsOf(config)}
            />
          )),
        ]
      : []),
  ]
  return (
    <>
      <ResourceList<OauthConfig>
        resource="oauth-configs"
        label={text('list')}
        columns={columns}
        sort={{ field: 'name', order: 'ASC' }}
        actions={add}
        empty={
          <EmptyState
            icon={KeyRound}
            title={text('empty.title')}
            description={text('empty.text')}
          />
        }
        noMatch={text('noMatch')}
      />
      {canWrite && creating.value === 'provider' && <ProviderDialog onClose={creating.close} />}
      {open?.kind === 'edit' && <ProviderDialog config={open.config} onClose={close} />}
      {canWrite && tried.value && <TrialDialog id={tried.value} onClose={tried.close} />}
      {open?.kind === 'test' && <TestDialog config={open.config} onClose={close} />}
      {open?.kind === 'remove' && (
        <DeleteDialog
          title={text('removing.title')}
          description={text('removing.text', { name: open.config.name })}
          confirmLabel={text('remove')}
          path={`oauth-configs/${open.config.id}`}
          invalidates={['oauth-configs']}
          deleted={text('removed')}
          failed={text('removeFailed')}
          pause={
            open.config.isActive
              ? { label: text('disable'), done: text('disabled'), failed: text('saveFailed') }
              : undefined
          }
          onClose={close}
        />
      )}
    </>
  )
}
