import type { Asset, IntegrationLog } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { RelativeTime, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { logPath, logsWhere } from '../model.js'
import { StatusBadge } from './StatusBadge.js'

const POLL = 10_000

/** Shows the newest calls about a file on its page. Shows nothing if there are none. */
export default function AssetCalls({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const filter = { assetId: asset.id }
  const { data: calls = [] } = useRead<IntegrationLog[]>('integrations/logs', {
    query: {
      filter: JSON.stringify(filter),
      sort: '["createdAt","DESC"]',
      range: '[0,4]',
    },
    refetchInterval: POLL,
  })
  if (calls.length === 0) return null
  return (
    <Section
      title={translate('integrations.asset.title')}
      flush
      actions={
        <Link component={RouterLink} to={logsWhere(filter)} sx={{ py: 0.75 }}>
          {translate('integrations.asset.all')}
        </Link>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {calls.map((call) => (
          <Box
            component="li"
            key={call.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1.25,
              px: 2.5,
              py: 1.25,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Link
              component={RouterLink}
              to={logPath(call)}
              sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
            >
              {call.endpointName ?? call.systemName ?? translate('integrations.asset.call')}
            </Link>
            <StatusBadge status={call.status} />
            <RelativeTime time={call.createdAt} />
          </Box>
        ))}
      </Box>
    </Section>
  )
}
