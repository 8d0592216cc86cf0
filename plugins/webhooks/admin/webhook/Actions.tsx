import Button from '@mui/material/Button'
import { ActionMenu, Icon, lazyPart, useDialogAddress } from '@crossdock/admin/kit'
import { History, PenLine, Send } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isStopped, webhooksPath, type Webhook } from '../model.js'
import { useWebhookActions } from '../form/use_webhook_actions.js'

const ExampleDialog = lazyPart(() => import('./ExampleDialog.js'))
const RecoverDialog = lazyPart(() => import('./RecoverDialog.js'))

/** The actions on the whole webhook. */
export function Actions({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.${key}`, values)
  const navigate = useNavigate()
  const actions = useWebhookActions(() => void navigate(webhooksPath))
  const delivery = useDialogAddress('delivery')
  const [open, setOpen] = useState<'example' | 'recover'>()
  const sent = useRef<string>(undefined)
  // Change the address only after the form unmounts; a mounted form would ask before leaving.
  useEffect(() => {
    if (open || !sent.current) return
    delivery.open(sent.current)
    sent.current = undefined
  })
  if (!actions.canWrite) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon icon={Send} />}
        onClick={() => setOpen('example')}
      >
        {text('action.example')}
      </Button>
      <span title={isStopped(webhook) ? text('panel.resumeFirst') : undefined}>
        <Button
          variant="outlined"
          disabled={isStopped(webhook)}
          startIcon={<Icon icon={History} />}
          onClick={() => setOpen('recover')}
        >
          {text('action.recover')}
        </Button>
      </span>
      <Button
        variant="outlined"
        startIcon={<Icon icon={PenLine} />}
        onClick={() => actions.edit(webhook)}
      >
        {text('action.edit')}
      </Button>
      <ActionMenu
        label={text('actionsFor', { name: webhook.name })}
        actions={() => [actions.pauseOrResume(webhook), actions.removalOf(webhook)]}
      />
      {open === 'example' && (
        <ExampleDialog
          webhook={webhook}
          onSent={({ id }) => void (sent.current = id)}
          onClose={close}
        />
      )}
      {open === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      {actions.dialogs}
    </>
  )
}
