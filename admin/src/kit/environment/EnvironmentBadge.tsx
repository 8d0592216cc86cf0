import type { Environment } from '@crossdock/client'
import Box from '@mui/material/Box'
import { Badge, type BadgeVariant } from '../Badge.js'

const looks: Record<Environment['name'], { variant: BadgeVariant; short: string }> = {
  production: { variant: 'success', short: 'Prod' },
  testing: { variant: 'warning', short: 'Test' },
  development: { variant: 'info', short: 'Dev' },
}

interface EnvironmentBadgeProps {
  environment: Pick<Environment, 'name' | 'displayName'>
  /** Shows only a few letters on phones, where there is little space. */
  isTight?: boolean
}

/** An environment in its color: production is green, testing amber, development blue. */
export function EnvironmentBadge({
  environment: { name, displayName },
  isTight,
}: EnvironmentBadgeProps) {
  const { variant, short } = looks[name]
  if (!isTight) {
    return (
      <Badge variant={variant} dot>
        {displayName}
      </Badge>
    )
  }
  return (
    <Badge variant={variant}>
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        {short}
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {displayName}
      </Box>
    </Badge>
  )
}
