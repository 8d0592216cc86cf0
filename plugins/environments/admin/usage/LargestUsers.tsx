import type { UsageOfPeople } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  formatBytes,
  formatInteger,
  RowsSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'

/** The people whose files use the most storage. */
export function LargestUsers() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.ownUsage.${key}`, values)
  const read = useRead<UsageOfPeople>('tenant/usage/people')
  const people = read.data?.people
  const most = Math.max(1, ...(people ?? []).map(({ bytes }) => bytes))
  return (
    <Section flush title={text('people')} description={text('peopleText')}>
      {read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : !people ? (
        <RowsSkeleton rows={4} />
      ) : people.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: { xs: 2, sm: 2.5 }, pb: 2.5 }}>
          {text('noUploads')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {people.map(({ userId, name, files, bytes }) => (
            <Box
              component="li"
              key={userId}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                minHeight: 44,
                px: { xs: 2, sm: 2.5 },
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Link
                component={RouterLink}
                to={`/users?user=${encodeURIComponent(userId)}`}
                color="inherit"
                underline="hover"
                sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}
              >
                {name ?? text('unnamed')}
              </Link>
              <Box
                aria-hidden
                sx={{
                  display: { xs: 'none', sm: 'block' },
                  width: 160,
                  height: 4,
                  borderRadius: '2px',
                  bgcolor: (theme) => theme.palette.surface.selected,
                }}
              >
                <Box
                  sx={{
                    width: `${(bytes / most) * 100}%`,
                    height: 1,
                    borderRadius: '2px',
                    bgcolor: ({ palette }) => palette.tones.neutral.bar,
                  }}
                />
              </Box>
              <Typography variant="body2" sx={{ minWidth: 72, textAlign: 'end' }}>
                {formatBytes(bytes)}
              </Typography>
              <Typography
                variant="body2"
                color="textSecondary"
                sx={{ minWidth: 88, textAlign: 'end' }}
              >
                {text('files', { smart_count: files, count: formatInteger(files) })}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}
