import type { IntegrationLog } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { CodeBlock, formatDuration, Icon } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'

/** The calls of a step to other systems: target, request and answer of each try. */
export function StepCalls({ calls }: { calls: readonly IntegrationLog[] }) {
  const translate = useTranslate()
  const [last] = calls.slice(-1)
  if (!last) return null
  const { systemId, systemName, endpointName } = last
  return (
    <Box sx={{ mt: 0.5 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {systemId && systemName ? (
          <Link component={RouterLink} to={`/integrations/systems/${encodeURIComponent(systemId)}`}>
            {systemName}
          </Link>
        ) : (
          translate('flows.run.call.systemGone')
        )}
        {' › '}
        {endpointName ?? translate('flows.run.call.endpointGone')}
      </Typography>
      {calls.map((call, at) => (
        <Call key={call.id} call={call} attempt={call.attempt ?? at + 1} />
      ))}
    </Box>
  )
}

function Call({ call, attempt }: { call: IntegrationLog; attempt: number }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.call.${key}`, values)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { statusCode, duration, requestData, responseData } = call
  return (
    <Box>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        startIcon={<Icon icon={isOpen ? ChevronDown : ChevronRight} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ ml: -1.25 }}
      >
        {[
          text('of', { number: attempt }),
          statusCode,
          duration !== null && formatDuration(duration),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Button>
      {isOpen && (
        <Box id={id} sx={{ display: 'grid', gap: 1, mb: 1 }}>
          <Data title={text('request')} data={requestData} />
          <Data title={text('answer')} data={responseData} />
          <Link
            component={RouterLink}
            variant="body2"
            to={`/integrations?tab=activity&log=${encodeURIComponent(call.id)}`}
          >
            {text('log')}
          </Link>
        </Box>
      )}
    </Box>
  )
}

function Data({ title, data }: { title: string; data: unknown }) {
  const translate = useTranslate()
  const id = useId()
  return (
    <div>
      <Typography variant="body2" id={id} sx={{ fontWeight: 500, mb: 0.5 }}>
        {title}
      </Typography>
      {data === null ? (
        <Typography variant="body2" color="textSecondary">
          {translate('flows.run.call.none')}
        </Typography>
      ) : (
        <CodeBlock labelledBy={id} data={data} />
      )}
    </div>
  )
}
