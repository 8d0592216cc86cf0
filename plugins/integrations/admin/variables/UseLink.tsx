import type { EnvironmentVariable } from '@crossdock/client'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { systemPath } from '../model.js'

type Use = EnvironmentVariable['usedBy'][number]

const pages: Record<string, (use: Use) => string> = {
  system: systemPath,
  workflow: ({ id }) => `/integrations/workflows/${encodeURIComponent(id)}`,
  variable: ({ name }) =>
    `/integrations/variables?${new URLSearchParams({ filter: JSON.stringify({ search: name }) }).toString()}`,
}

/** A use of a variable, linked to its page if there is one. */
export function UseLink({ use }: { use: Use }) {
  const to = Object.hasOwn(pages, use.type) ? pages[use.type]?.(use) : undefined
  if (!to) return <>{use.name}</>
  return (
    <Link component={RouterLink} to={to} sx={{ overflowWrap: 'anywhere' }}>
      {use.name}
    </Link>
  )
}
