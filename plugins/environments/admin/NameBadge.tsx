import type { ManagedEnvironment } from '@crossdock/client'
import { Badge, type BadgeVariant } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const variants: Record<ManagedEnvironment['name'], BadgeVariant> = {
  development: 'info',
  testing: 'warning',
  production: 'success',
}

/** The type of an environment, each in its own color. */
export function NameBadge({ name }: Pick<ManagedEnvironment, 'name'>) {
  const translate = useTranslate()
  return <Badge variant={variants[name]}>{translate(`environments.name.${name}`)}</Badge>
}
