import {
  DeleteDialog,
  lazyPart,
  useAction,
  useDialogAddress,
  usePermissions,
  type MenuAction,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { Pause, PenLine, Play, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { isStopped, type Webhook } from '../model.js'

const EditWebhook = lazyPart(() => import('./EditWebhook.js'))

type Verb = 'pause' | 'resume'

/** The actions on one webhook: requests, menu and dialogs. */
export function useWebhookActions(onDeleted?: () => void) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.${key}`, values)
  const canWrite = usePermissions().can('webhooks.write')
  const client = useQueryClient()
  const editing = useDialogAddress('edit')
  const [deleted, setDeleted] = useState<Webhook>()
  const act = useAction<unknown, { webhook: Webhook; verb: Verb }>(
    ({ webhook, verb }) => ({ path: `webhooks/${webhook.id}/${verb}`, body: {} }),
    {
      invalidates: ['webhooks'],
      success: (_answer, { webhook, verb }) => ({
        title: text(`done.${verb}`, { name: webhook.name }),
      }),
      error: { fallback: text('failed') },
    }
  )

  /** Pause or Resume. Resume also applies to a webhook that Crossdock disabled. */
  const pauseOrResume = (webhook: Webhook): MenuAction => {
    const verb = isStopped(webhook) ? 'resume' : 'pause'
    return {
      label: text(`action.${verb}`),
      icon: verb === 'resume' ? Play : Pause,
      disabled: act.isPending,
      onSelect: () => act.mutate({ webhook, verb }),
    }
  }
  const removalOf = (webhook: Webhook): MenuAction => ({
    label: text('action.delete'),
    icon: Trash2,
    destructive: true,
    onSelect: () => setDeleted(webhook),
  })
  const edit = (webhook: Webhook) => editing.open(webhook.id)
  const menuOf = (webhook: Webhook): MenuAction[] => [
    { label: text('action.edit'), icon: PenLine, onSelect: () => edit(webhook) },
    pauseOrResume(webhook),
    removalOf(webhook),
  ]

  const dialogs = canWrite && (
    <>
      {editing.value !== null && <EditWebhook id={editing.value} onClose={editing.close} />}
      {deleted && (
        <DeleteDialog
          title={text('delete.title', { name: deleted.name })}
          description={text('delete.text')}
          confirmLabel={text('action.delete')}
          path={`webhooks/${deleted.id}`}
          invalidates={[]}
          deleted={text('done.deleted')}
          failed={text('failed')}
          onDeleted={() => {
            // Refresh only the list: the deleted webhook's own page can no longer be read.
            void client.invalidateQueries({ queryKey: ['webhooks'] })
            onDeleted?.()
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
  return { edit, menuOf, pauseOrResume, removalOf, dialogs, canWrite }
}
