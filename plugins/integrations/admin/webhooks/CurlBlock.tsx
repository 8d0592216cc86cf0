import type { Webhook } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CodeBlock, Icon, useCopy, useRead } from '@crossdock/admin/kit'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { curlOf } from './curl.js'

type Sent = Pick<
  Webhook,
  'webhookUrl' | 'verification' | 'verificationConfig' | 'method' | 'sampleBody'
>

/** A command that tests an address in a terminal: signed as required, with a valid body. */
export function CurlBlock({ webhook }: { webhook: Sent }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.webhooks.${key}`, values)
  const { webhookUrl: url, verification, ...rest } = webhook
  const line = curlOf({ url, verification, ...rest })
  const { copy, state } = useCopy(line ?? '', useRef<HTMLInputElement>(null))
  if (line === undefined) return <Alert severity="info">{text('curlUnsigned')}</Alert>
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.75 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {text(verification === 'none' ? 'curl' : 'curlSecret')}
        </Typography>
        <Button
          size="small"
          aria-label={text('copyOf', { what: text('curl') })}
          startIcon={<Icon icon={state === 'copied' ? Check : Copy} />}
          onClick={() => void copy.toClipboard()}
        >
          {text(state === 'copied' ? 'copied' : 'copy')}
        </Button>
      </Box>
      <CodeBlock label={text('curl')} data={line} />
    </Box>
  )
}

/** A command that tests the address of a workflow or an endpoint, shown once its verification is loaded. */
export function CurlBlockOf({
  filter,
}: {
  filter: { workflowId: string } | { endpointId: string }
}) {
  const { data } = useRead<Webhook[]>('integrations/webhooks', {
    query: { filter: JSON.stringify(filter), range: '[0,0]' },
  })
  return data?.[0] ? <CurlBlock webhook={data[0]} /> : null
}
