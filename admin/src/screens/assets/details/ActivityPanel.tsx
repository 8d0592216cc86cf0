import type { ActivityEntry, Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { LoadedList, RelativeTime, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { eventPath } from '../../events/model.js'

/** The latest activity of a file or folder. */
export default function ActivityPanel({ asset }: { asset: Asset }) {
  const translate = useTranslate()
  const entries = useRead<ActivityEntry[]>('activity', {
    query: {
      filter: JSON.stringify({ entityType: 'asset', entityId: asset.id }),
      sort: '["createdAt","DESC"]',
      range: '[0,4]',
    },
  })
  return (
    <Section
      title={translate('assets.action.activity')}
      flush
      actions={
        <Link
          component={RouterLink}
          to={`/activity?entityType=asset&entityId=${asset.id}`}
          sx={{ py: 0.75 }}
        >
          {translate('assets.details.allActivity')}
        </Link>
      }
    >
      <LoadedList
        plain
        read={entries}
        skeleton={<RowsSkeleton rows={3} />}
        empty={<Box sx={{ px: 2.5, pb: 2.5 }}>{translate('assets.details.noActivity')}</Box>}
      >
        {(items) => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map(({ id, action, eventType, userName, createdAt }) => (
              <Box
                component="li"
                key={id}
                sx={{ px: 2.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}
              >
                <Typography sx={{ overflowWrap: 'anywhere' }}>{action}</Typography>
                <Typography variant="body2" component="div" color="textSecondary">
                  {userName && `${userName} · `}
                  <RelativeTime time={createdAt} />
                  {eventType && (
                    <>
                      {' · '}
                      <Link component={RouterLink} to={eventPath({ id })}>
                        {translate('assets.details.event')}
                      </Link>
                    </>
                  )}
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </Section>
  )
}
