import type { ApiEndpoint } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { ActiveBadge, Icon, type ListColumn, mono } from '@crossdock/admin/kit'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { MethodBadge } from '../pieces/MethodBadge.js'
import { Triggers } from './Triggers.js'

/** The columns of endpoint tables. */
export function useEndpointColumns(): ListColumn<ApiEndpoint>[] {
  const translate = useTranslate()
  const column = (key: string) => translate(`integrations.endpoints.column.${key}`)
  return [
    {
      source: 'name',
      label: column('name'),
      sortable: true,
      card: 'title',
      render: ({ name }) => (
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
      ),
    },
    {
      source: 'method',
      label: column('method'),
      sortable: true,
      render: ({ method }) => <MethodBadge method={method} />,
    },
    {
      source: 'path',
      label: column('path'),
      render: ({ path }) => (
        <Box
          component="span"
          sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
        >
          {path}
        </Box>
      ),
    },
    {
      source: 'endpointType',
      label: column('type'),
      render: ({ endpointType }) => <Direction type={endpointType} />,
    },
    {
      source: 'triggers',
      label: column('triggers'),
      render: ({ triggers }) => <Triggers triggers={triggers} />,
    },
    {
      source: 'isActive',
      label: column('status'),
      render: ({ isActive }) => <ActiveBadge isActive={isActive} />,
    },
  ]
}

function Direction({ type }: { type: ApiEndpoint['endpointType'] }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}>
      <Icon icon={type === 'inbound' ? ArrowDownLeft : ArrowUpRight} />
      {translate(`integrations.endpoints.type.${type}`)}
    </Box>
  )
}
