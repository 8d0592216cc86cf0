import type { Passkey } from '@crossdock/client'
import {
  ActionMenu,
  ConfirmDialog,
  formatDateTime,
  RelativeTime,
  useAction,
} from '@crossdock/admin/kit'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { PlainRow } from './PlainRow.js'
import { RenamePasskey } from './RenamePasskey.js'

/** A passkey with actions to rename and remove it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`security.passkeys.${key}`, values)
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const { id, name, createdAt, lastUsedAt } = passkey
  const close = () => setOpen(undefined)
  const remove = useAction(() => ({ path: `passkeys/${id}`, method: 'DELETE' }), {
    invalidates: ['passkeys'],
    success: { title: text('removed') },
    error: { fallback: translate('security.failed') },
    onSuccess: close,
  })
  return (
    <PlainRow
      title={name}
      detail={
        <>
          {lastUsedAt ? (
            <>
              {text('used')} <RelativeTime time={lastUsedAt} />
            </>
          ) : (
            text('neverUsed')
          )}{' '}
          · {text('made', { date: formatDateTime(createdAt) })}
        </>
      }
      action={
        <>
          <ActionMenu
            label={text('actions', { name })}
            actions={[
              { label: text('rename'), icon: Pencil, onSelect: () => setOpen('rename') },
              {
                label: text('remove'),
                icon: Trash2,
                destructive: true,
                onSelect: () => setOpen('remove'),
              },
            ]}
          />
          {open === 'rename' && <RenamePasskey passkey={passkey} onClose={close} />}
          <ConfirmDialog
            open={open === 'remove'}
            destructive
            title={text('ask.title', { name })}
            description={text('ask.text')}
            confirmLabel={text('remove')}
            pending={remove.isPending}
            onConfirm={() => remove.mutate()}
            onClose={close}
          />
        </>
      }
    />
  )
}
