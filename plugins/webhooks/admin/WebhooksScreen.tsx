import type { CreatedWebhookSubscription } from '@crossdock/client'
import {
  EmptyState,
  CreateButton,
  lazyPart,
  PageHeader,
  useDialogAddress,
  useSession,
} from '@crossdock/admin/kit'
import { Building2, Webhook as WebhookIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { webhookPath } from './model.js'
import { useRefresh } from './pieces/use_refresh.js'
import { useWebhookActions } from './form/use_webhook_actions.js'
import { WebhookList } from './webhooks/WebhookList.js'

const EditWebhook = lazyPart(() => import('./form/EditWebhook.js'))
const SecretDialog = lazyPart(() => import('./pieces/SecretDialog.js'))

/** /webhooks: the receivers of events and their health. */
export default function WebhooksScreen() {
  const translate = useTranslate()
  const session = useSession()
  if (session.data && !session.data.tenant) {
    return (
      <>
        <PageHeader title={translate('webhooks.title')} />
        <EmptyState icon={Building2} title={translate('webhooks.noTenant')} />
      </>
    )
  }
  return <Webhooks />
}

function Webhooks() {
  const translate = useTranslate()
  const text = (key: string) => translate(`webhooks.${key}`)
  const navigate = useNavigate()
  const creating = useDialogAddress('new')
  const [created, setCreated] = useState<CreatedWebhookSubscription>()
  const actions = useWebhookActions()
  const { canWrite } = actions
  useRefresh('webhooks', 15_000)
  const create = (variant: 'contained' | 'outlined') =>
    canWrite && (
      <CreateButton
        limit="maxWebhookSubscriptions"
        reached="webhooks.limitReached"
        variant={variant}
        onClick={() => creating.open('webhook')}
      >
        {text('create')}
      </CreateButton>
    )
  return (
    <>
      <PageHeader title={text('title')} actions={create('contained')} />
      <WebhookList
        actions={actions}
        empty={
          <EmptyState
            icon={WebhookIcon}
            title={text('empty.title')}
            description={text('empty.text')}
            action={create('outlined')}
          />
        }
      />
      {actions.dialogs}
      {canWrite && creating.value === 'webhook' && (
        <EditWebhook onClose={creating.close} onCreated={setCreated} />
      )}
      {created && (
        <SecretDialog
          secret={created.secret}
          onClose={() => {
            setCreated(undefined)
            void navigate(webhookPath(created))
          }}
        />
      )}
    </>
  )
}
