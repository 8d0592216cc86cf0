import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ApiEndpoint } from '@crossdock/client'
import type { KindFormProps } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { AutocompleteInput, ReferenceInput } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { CopyLine } from './CopyLine.js'
import { CurlBlockOf } from './CurlBlock.js'
import { webhookPath } from './model.js'

const byName = { field: 'name', order: 'ASC' } as const
const inbound = { endpointType: 'inbound' }

/**
 * The webhook trigger of a workflow: the address of the workflow, and an inbound endpoint whose requests also
 * start it.
 */
export default function WebhookFields({ source, stored }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.webhooks.${key}`)
  // The workflow builder has the id in its address.
  const { workflowId } = useParams()
  const { webhookUrl } = (stored ?? {}) as { webhookUrl?: string }
  return (
    <>
      {webhookUrl ? (
        <>
          <CopyLine label={text('address')} value={webhookUrl} what={text('address')} />
          {workflowId && <CurlBlockOf filter={{ workflowId }} />}
          {workflowId && (
            <Typography variant="body2">
              <Link component={RouterLink} to={webhookPath({ workflow: workflowId })}>
                {text('setUp')}
              </Link>
            </Typography>
          )}
        </>
      ) : (
        <Alert severity="info">{text('addressLater')}</Alert>
      )}
      <ReferenceInput
        source={`${source}.endpointId`}
        reference="integrations/endpoints"
        filter={inbound}
        sort={byName}
        perPage={25}
      >
        <AutocompleteInput
          label={text('endpoint')}
          helperText={text('endpointHint')}
          optionText={({ name, method }: ApiEndpoint) => `${name} (${method})`}
          filterToQuery={(search: string) => (search ? { search } : {})}
          noOptionsText={text('noEndpoints')}
        />
      </ReferenceInput>
    </>
  )
}
