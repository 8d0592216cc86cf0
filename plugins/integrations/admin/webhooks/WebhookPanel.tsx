import type { RotatedWebhook, Webhook } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import {
  ConfirmDialog,
  Fact,
  Facts,
  formatDateTime,
  formatExact,
  Icon,
  lazyPart,
  PageBody,
  Section,
  useAction,
  usePermissions,
} from '@crossdock/admin/kit'
import { KeyRound, Link2, PenLine } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { CopyLine } from './CopyLine.js'
import { CurlBlock } from './CurlBlock.js'
import { folderShown } from './FilesFolderInput.js'
import { targetPath, useVerifications } from './model.js'
import { RequestList } from './RequestList.js'

const WebhookDialog = lazyPart(() => import('./WebhookDialog.js'))
const SecretDialog = lazyPart(() => import('./SecretDialog.js'))

type Open = 'edit' | 'rotate' | 'renew'

/** Shows an address with its verification and the received requests. */
export function WebhookPanel({ webhook }: { webhook: Webhook }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.webhooks.${key}`, values)
  const canWrite = usePermissions().can('integrations.write')
  const { data: kinds = [] } = useVerifications()
  const kind = kinds.find(({ name }) => name === webhook.verification)
  const [open, setOpen] = useState<Open>()
  const [rotated, setRotated] = useState<RotatedWebhook>()
  const close = () => setOpen(undefined)
  const path = `integrations/webhooks/${webhook.id}`
  const invalidates = ['integrations/webhooks', 'integrations/workflows', 'integrations/endpoints']
  const rotate = useAction<RotatedWebhook>(() => ({ path: `${path}/rotate-secret`, body: {} }), {
    invalidates,
    onSuccess: (made) => {
      close()
      setRotated(made)
    },
    error: { fallback: text('rotateFailed') },
  })
  const renew = useAction(() => ({ path: `${path}/renew`, body: {} }), {
    invalidates,
    onSuccess: close,
    success: { title: text('renewed') },
    error: { fallback: text('renewFailed') },
  })
  const page = targetPath(webhook)
  return (
    <PageBody>
      <Section
        title={text('address')}
        description={text('addressText')}
        actions={
          canWrite && (
            <Button size="small" startIcon={<Icon icon={Link2} />} onClick={() => setOpen('renew')}>
              {text('renew')}
            </Button>
          )
        }
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {!webhook.isUsed && <Alert severity="warning">{text('unused')}</Alert>}
          <CopyLine label={text('address')} value={webhook.webhookUrl} what={text('address')} />
          <CurlBlock webhook={webhook} />
          {page && (
            <Link component={RouterLink} to={page} variant="body2">
              {text('openWorkflow')}
            </Link>
          )}
        </Box>
      </Section>
      <Section
        title={text('verification')}
        description={kind?.description}
        actions={
          canWrite && (
            <>
              {kind?.hasSecret && (
                <Button
                  size="small"
                  startIcon={<Icon icon={KeyRound} />}
                  onClick={() => setOpen('rotate')}
                >
                  {text('rotate')}
                </Button>
              )}
              <Button
                size="small"
                startIcon={<Icon icon={PenLine} />}
                onClick={() => setOpen('edit')}
              >
                {text('edit')}
              </Button>
            </>
          )
        }
      >
        {kind?.hasSecret && !webhook.verificationConfig.secret && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {text('needsSecret')}
          </Alert>
        )}
        <Facts>
          <Fact label={text('column.verification')}>{kind?.label ?? webhook.verification}</Fact>
          {webhook.previousUntil && (
            <Fact label={text('previousSecret')}>
              {text('goodUntil', { time: formatDateTime(webhook.previousUntil) })}
            </Fact>
          )}
          <Fact label={text('column.mode')}>
            {webhook.mode === 'wait'
              ? text('waits', { smart_count: webhook.waitSeconds })
              : text('mode.accept')}
          </Fact>
          <Fact label={text('maxBytes')}>{formatExact(webhook.maxBytes)}</Fact>
          <Fact label={text('filesFolder')}>
            {folderShown(webhook, text('form.filesFolderHidden')) || text('noFilesFolder')}
          </Fact>
        </Facts>
      </Section>
      <RequestList webhook={webhook} />
      {open === 'edit' && (
        <WebhookDialog
          webhook={webhook}
          kinds={kinds}
          onClose={close}
          onNewSecret={(secret) => setRotated({ secret, previousUntil: null })}
        />
      )}
      <ConfirmDialog
        open={open === 'rotate'}
        title={text('confirmRotate.title')}
        description={
          webhook.previousUntil
            ? text('confirmRotate.textAgain', { time: formatDateTime(webhook.previousUntil) })
            : text('confirmRotate.text')
        }
        confirmLabel={text('rotate')}
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        open={open === 'renew'}
        title={text('confirmRenew.title')}
        description={text('confirmRenew.text')}
        confirmLabel={text('renew')}
        destructive
        pending={renew.isPending}
        onConfirm={() => renew.mutate()}
        onClose={close}
      />
      {rotated && <SecretDialog rotated={rotated} onClose={() => setRotated(undefined)} />}
    </PageBody>
  )
}
