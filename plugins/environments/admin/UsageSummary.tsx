import type { ManagedEnvironment } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ErrorState, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { NameBadge } from './NameBadge.js'
import { TenantName } from './TenantName.js'
import { CallMeter, StorageMeter } from './UsageMeters.js'

/** Number of environments shown. The list above shows all. */
const MOST = 12

/** The environments with the highest usage. */
export function UsageSummary({ tenantId }: { tenantId: string | null }) {
  const translate = useTranslate()
  const read = useRead<ManagedEnvironment[]>('admin/environments', {
    query: {
      ...(tenantId ? { filter: JSON.stringify({ tenantId }) } : {}),
      sort: '["apiCallsUsed","DESC"]',
      range: `[0,${MOST - 1}]`,
    },
    keepPrevious: true,
  })
  // The list already shows that there are none.
  if (read.data?.length === 0) return null
  return (
    <Section
      title={translate('environments.usage.title')}
      description={translate('environments.usage.text')}
    >
      {read.error ? (
        <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data ? (
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
            gap: 1.5,
            listStyle: 'none',
            m: 0,
            p: 0,
          }}
        >
          {read.data.map((environment) => (
            <Usage key={environment.id} environment={environment} />
          ))}
        </Box>
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Section>
  )
}

const Usage = ({ environment }: { environment: ManagedEnvironment }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexDirection: 'column',
      gap: 1.5,
      p: 2,
      border: 1,
      borderColor: 'divider',
      borderRadius: '10px',
      minWidth: 0,
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {environment.displayName}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <TenantName id={environment.tenantId} />
        </Typography>
      </Box>
      <NameBadge name={environment.name} />
    </Box>
    <CallMeter environment={environment} />
    <StorageMeter environment={environment} />
  </Box>
)
