import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { formatDate, formatTime, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useEntityAddress } from '../../registry/use_entity_address.js'

/** Action, person, date and time of each entry, with a link to its object. */
export function ActivityRows({ entries }: { entries: readonly ActivityEntry[] }) {
  const translate = useTranslate()
  const addressOf = useEntityAddress()
  const { can } = usePermissions()
  return (
    <Rows>
      {entries.map((entry) => {
        const { id, action, createdAt, userName, count } = entry
        const to = count > 1 ? can('activity.read') && `/activity?partOf=${id}` : addressOf(entry)
        return (
          <Row key={id}>
            <Typography sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {to ? (
                <Link component={RouterLink} to={to} color="inherit" underline="hover">
                  {action}
                </Link>
              ) : (
                action
              )}
              {userName && !action.includes(userName) && (
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' '}
                  {translate('dashboard.activity.by', { name: userName })}
                </Box>
              )}
            </Typography>
            <Typography
              component="time"
              dateTime={createdAt}
              variant="body2"
              color="textSecondary"
              sx={{ whiteSpace: 'nowrap' }}
            >
              {formatDate(createdAt)} {formatTime(createdAt)}
            </Typography>
          </Row>
        )
      })}
    </Rows>
  )
}

/** As high as the rows that replace it. */
export function ActivitySkeleton({ rows }: { rows: number }) {
  const translate = useTranslate()
  return (
    <div role="status" aria-label={translate('kit.loading')}>
      <Rows>
        {Array.from({ length: rows }, (_, row) => (
          <Row key={row}>
            <Typography component="div" sx={{ flex: '1 1 220px' }}>
              <Skeleton width={`${62 - (row % 3) * 9}%`} />
            </Typography>
            <Typography component="div" variant="body2">
              <Skeleton width={150} />
            </Typography>
          </Row>
        ))}
      </Rows>
    </div>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)

const Row = ({ children }: { children: ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      alignContent: 'center',
      columnGap: 2,
      px: { xs: 2, sm: 2.5 },
      py: 1.375,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    {children}
  </Box>
)
