import type { ApiEndpoint } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { JsonInput, useJsonRule } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { useMappingRule } from '../mapping/use_mapping_rule.js'
import { CopyLine } from '../webhooks/CopyLine.js'
import { CurlBlockOf } from '../webhooks/CurlBlock.js'
import { webhookPath } from '../webhooks/model.js'

/**
 * Fields of inbound endpoints: the address, and what requests must contain. Outbound endpoints have an expected
 * answer and a preview instead.
 */
export function InboundFields({ endpoint }: { endpoint: ApiEndpoint | undefined }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.${key}`)
  const isJson = useJsonRule('{"type": "object", "required": ["orderId"]}')
  const isMapping = useMappingRule()
  const url = endpoint?.webhookUrl
  return (
    <>
      {endpoint && url ? (
        <>
          <CopyLine label={text('address')} value={url} what={text('address')} />
          <CurlBlockOf filter={{ endpointId: endpoint.id }} />
          <Typography variant="body2">
            <Link component={RouterLink} to={webhookPath({ endpoint: endpoint.id })}>
              {text('setUp')}
            </Link>
          </Typography>
        </>
      ) : (
        <Alert severity="info">{text('endpointAddressLater')}</Alert>
      )}
      <JsonInput
        source="bodyText"
        label={text('bodySchema')}
        helperText={text('bodySchemaHint')}
        placeholder={'{\n  "type": "object",\n  "required": ["orderId"]\n}'}
        validate={isJson}
      />
      <JsonInput
        source="mappingText"
        label={translate('integrations.endpoints.form.mapping')}
        helperText={text('mappingHint')}
        placeholder={'{\n  "fileMetadata": { "order.number": "body.id" }\n}'}
        validate={isMapping}
      />
    </>
  )
}
