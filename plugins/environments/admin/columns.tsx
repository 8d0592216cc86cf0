import type { ManagedEnvironment } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ActiveBadge, formatInteger, RelativeTime, type ListColumn } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { NameBadge } from './NameBadge.js'
import { TenantName } from './TenantName.js'
import { CallMeter, StorageMeter } from './UsageMeters.js'

/** The columns of the list of environments. */
export function useEnvironmentColumns(): ListColumn<ManagedEnvironment>[] {
  const translate = useTranslate()
  const label = (key: string) => translate(`environments.column.${key}`)
  const limit = (
    source: 'maxExternalSystems' | 'maxWorkflows' | 'maxApiEndpoints',
    key: string
  ): ListColumn<ManagedEnvironment> => ({
    source,
    label: label(key),
    align: 'right',
    render: (environment) => formatInteger(environment[source]),
  })
  return [
    {
      source: 'displayName',
      label: label('environment'),
      sortable: true,
      width: '22%',
      card: 'title',
      render: (environment) => <Named environment={environment} />,
    },
    {
      source: 'tenantName',
      label: label('tenant'),
      sortable: true,
      render: ({ tenantId }) => <TenantName id={tenantId} />,
    },
    {
      source: 'isActive',
      label: label('status'),
      sortable: true,
      render: ({ isActive }) => <ActiveBadge isActive={isActive} />,
    },
    {
      source: 'apiCallsUsed',
      label: label('calls'),
      sortable: true,
      firstOrder: 'DESC',
      width: 190,
      render: (environment) => <CallMeter environment={environment} bare />,
    },
    {
      source: 'storageUsedGB',
      label: label('storage'),
      sortable: true,
      firstOrder: 'DESC',
      width: 150,
      render: (environment) => <StorageMeter environment={environment} bare />,
    },
    limit('maxExternalSystems', 'systems'),
    limit('maxWorkflows', 'workflows'),
    limit('maxApiEndpoints', 'endpoints'),
    {
      source: 'createdAt',
      label: label('created'),
      sortable: true,
      firstOrder: 'DESC',
      optional: true,
      card: 'none',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
  ]
}

const Named = ({ environment }: { environment: ManagedEnvironment }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
    <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {environment.displayName}
    </Typography>
    <NameBadge name={environment.name} />
  </Box>
)
