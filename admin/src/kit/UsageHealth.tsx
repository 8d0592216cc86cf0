import { useTranslate } from 'ra-core'
import { Badge, type BadgeVariant } from './Badge.js'

type Health = 'healthy' | 'caution' | 'warning'

const variants: Record<Health, BadgeVariant> = {
  healthy: 'success',
  caution: 'warning',
  warning: 'destructive',
}

/** Describes in one word how much of a limit is used: warning above 90 %, caution above 75 %, otherwise healthy. */
export function UsageHealth({ used, limit }: { used: number; limit: number }) {
  const translate = useTranslate()
  const percent = usedPercent(used, limit)
  const health = percent > 90 ? 'warning' : percent > 75 ? 'caution' : 'healthy'
  return <Badge variant={variants[health]}>{translate(`kit.usage.${health}`)}</Badge>
}

/** Returns the used part of a limit in percent. Any use of a limit of zero counts as 100 %. */
export const usedPercent = (used: number, limit: number): number =>
  limit > 0 ? (used / limit) * 100 : used > 0 ? 100 : 0
