import type { Environment } from '@crossdock/client'
import { Badge, type BadgeVariant } from '../Badge.js'

const colors: Record<Environment['name'], BadgeVariant> = {
  production: 'success',
  testing: 'warning',
  development: 'info',
}

/** An environment in its colour: production is green, testing amber, development blue. */
export const EnvironmentBadge = ({
  environment: { name, displayName },
}: {
  environment: Pick<Environment, 'name' | 'displayName'>
}) => (
  <Badge variant={colors[name]} dot>
    {displayName}
  </Badge>
)
