import type { Asset, Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import {
  LoadedList,
  RelativeTime,
  RowsSkeleton,
  Section,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { POLL } from './model.js'
import { runPath, runsWhere } from '../paths.js'
import { StatusBadge } from './StatusBadge.js'
import { displayedStatus } from './run_texts.js'

/** The newest runs about a file, on the page of the file. */
export default function AssetRuns({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const filter = { assetId: asset.id }
  const canTrace = usePermissions().can('activity.read')
  const runs = useRead<Execution[]>('flow-executions', {
    query: {
      filter: JSON.stringify(filter),
      sort: '["createdAt","DESC"]',
      range: '[0,9]',
    },
    refetchInterval: POLL,
  })
  return (
    <Section
      title={translate('flows.asset.title')}
      flush
      actions={
        <>
          {canTrace && (
            <Link
              component={RouterLink}
              to={`/trace/asset/${encodeURIComponent(asset.id)}`}
              sx={{ py: 0.75 }}
            >
              {translate('flows.run.trace')}
            </Link>
          )}
          <Link component={RouterLink} to={runsWhere(filter)} sx={{ py: 0.75 }}>
            {translate('flows.asset.all')}
          </Link>
        </>
      }
    >
      <LoadedList
        plain
        read={runs}
        skeleton={<RowsSkeleton rows={3} />}
        empty={<Box sx={{ px: 2.5, pb: 2.5 }}>{translate('flows.asset.none')}</Box>}
      >
        {(items) => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map((run) => (
              <Box
                component="li"
                key={run.id}
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
                  to={runPath(run)}
                  sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
                >
                  {run.flowName}
                </Link>
                <StatusBadge status={displayedStatus(run)} />
                <RelativeTime time={run.createdAt} />
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </Section>
  )
}
