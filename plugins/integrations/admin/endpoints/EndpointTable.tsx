import type { ApiEndpoint } from '@crossdock/client'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import {
  ActiveBadge,
  Badge,
  type BadgeVariant,
  Icon,
  mono,
  wideCell,
  ActionsCell,
  ActionsHeadCell,
} from '@crossdock/admin/kit'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Triggers } from './Triggers.js'

const methodColours: Record<string, BadgeVariant> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'secondary',
  DELETE: 'destructive',
}

interface EndpointTableProps {
  label: string
  endpoints: readonly ApiEndpoint[]
  /** The menu at the end of a row; left out for people who may only look. */
  actions?: (endpoint: ApiEndpoint) => ReactNode
}

/** A system's endpoints; on phones method and path stand under the name. */
export function EndpointTable({ label, endpoints, actions }: EndpointTableProps) {
  const translate = useTranslate()
  const column = (key: string) => translate(`integrations.endpoints.column.${key}`)
  return (
    <Table aria-label={label}>
      <TableHead>
        <TableRow>
          <TableCell>{column('name')}</TableCell>
          <TableCell sx={wideCell}>{column('method')}</TableCell>
          <TableCell sx={wideCell}>{column('path')}</TableCell>
          <TableCell sx={wideCell}>{column('type')}</TableCell>
          <TableCell sx={{ display: { xs: 'none', lg: 'table-cell' } }}>
            {column('triggers')}
          </TableCell>
          <TableCell>{column('status')}</TableCell>
          {actions && <ActionsHeadCell />}
        </TableRow>
      </TableHead>
      <TableBody>
        {endpoints.map((endpoint) => (
          <TableRow key={endpoint.id} hover>
            <TableCell>
              <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                {endpoint.name}
              </Typography>
              <Box sx={{ display: { md: 'none' }, mt: 0.5 }}>
                <Method method={endpoint.method} /> <Path path={endpoint.path} />
              </Box>
            </TableCell>
            <TableCell sx={wideCell}>
              <Method method={endpoint.method} />
            </TableCell>
            <TableCell sx={wideCell}>
              <Path path={endpoint.path} />
            </TableCell>
            <TableCell sx={wideCell}>
              <Direction type={endpoint.endpointType} />
            </TableCell>
            <TableCell sx={{ display: { xs: 'none', lg: 'table-cell' } }}>
              <Triggers triggers={endpoint.triggers} />
            </TableCell>
            <TableCell>
              <ActiveBadge isActive={endpoint.isActive} />
            </TableCell>
            {actions && <ActionsCell>{actions(endpoint)}</ActionsCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const Method = ({ method }: { method: string }) => (
  <Badge variant={methodColours[method]}>{method}</Badge>
)

const Path = ({ path }: { path: string }) => (
  <Box component="span" sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
    {path}
  </Box>
)

function Direction({ type }: { type: ApiEndpoint['endpointType'] }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}>
      <Icon icon={type === 'inbound' ? ArrowDownLeft : ArrowUpRight} />
      {translate(`integrations.endpoints.type.${type}`)}
    </Box>
  )
}
