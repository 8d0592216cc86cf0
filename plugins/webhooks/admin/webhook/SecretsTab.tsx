import type { RotatedWebhookSecret } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  Badge,
  formatDateTime,
  Icon,
  lazyPart,
  RelativeTime,
  Section,
  usePermissions,
} from '@crossdock/admin/kit'
import { KeyRound } from 'lucide-react'
import { useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Webhook } from '../model.js'
import { columns } from '../pieces/Line.js'
import { code } from '../pieces/text_style.js'

const RotateDialog = lazyPart(() => import('./RotateDialog.js'))
const SecretDialog = lazyPart(() => import('../pieces/SecretDialog.js'))

/** The secrets that sign deliveries, and their expiry. */
export default function SecretsTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.secrets.${key}`, values)
  const webhook = useRecordContext<Webhook>()
  const canWrite = usePermissions().can('webhooks.write')
  const [isAsking, setAsking] = useState(false)
  const [rotated, setRotated] = useState<RotatedWebhookSecret>()
  if (!webhook) return null
  const { secretCreatedAt, previousSecretUntil } = webhook
  const hasPrevious = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now()
  return (
    <Box sx={columns}>
      <div>
        <Section
          flush
          title={text('title')}
          description={text('text')}
          actions={
            canWrite && (
              <Button
                variant="outlined"
                startIcon={<Icon icon={KeyRound} />}
                onClick={() => setAsking(true)}
              >
                {text('rotate')}
              </Button>
            )
          }
        >
          <Box component="ul" aria-label={text('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            <Box component="li" sx={row}>
              <Badge variant="success" dot>
                {text('current')}
              </Badge>
              <Box component="span" sx={code}>
                whsec_••••••••
              </Box>
              <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'right' }}>
                {text('created')} <RelativeTime time={secretCreatedAt} />
              </Typography>
            </Box>
            {hasPrevious && (
              <Box component="li" sx={row}>
                <Badge variant="secondary" dot>
                  {text('previous')}
                </Badge>
                <Box component="span" sx={code}>
                  whsec_••••••••
                </Box>
                <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'right' }}>
                  {text('until', { time: formatDateTime(previousSecretUntil) })}
                </Typography>
              </Box>
            )}
          </Box>
        </Section>
      </div>
      <div>
        <Section title={text('check')}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
            {text('checkText')}
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
            {(['id', 'timestamp', 'signature'] as const).map((name) => (
              <Typography key={name} component="li" variant="body2">
                <Box component="span" sx={code}>
                  webhook-{name}
                </Box>{' '}
                {text(`header.${name}`)}
              </Typography>
            ))}
          </Box>
        </Section>
      </div>
      {isAsking && (
        <RotateDialog webhook={webhook} onRotated={setRotated} onClose={() => setAsking(false)} />
      )}
      {rotated && (
        <SecretDialog
          secret={rotated.secret}
          previousUntil={rotated.previousSecretUntil}
          onClose={() => setRotated(undefined)}
        />
      )}
    </Box>
  )
}

const row = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 48,
  px: { xs: 2, sm: 2.5 },
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: '96px minmax(0, 1fr) auto' },
  justifyItems: 'start',
  '& > :last-child': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const
