import type { Usage } from '@crossdock/client'
import { formatBytes, formatExact } from '@crossdock/admin/kit'

export type EnvironmentUsage = Usage['environments'][number]
export type UsedMeter = EnvironmentUsage['meters'][number]
export type UsageDay = Usage['days'][number]

const sizes = ['B', 'KB', 'MB', 'GB', 'TB']

/** The usage of a limit, in short and exact form. */
export function figuresOf({ used, limit, unit }: UsedMeter) {
  const size = sizes.indexOf(unit)
  if (size < 0) return { text: `${formatExact(used)} / ${formatExact(limit)}` }
  const short = (value: number) => formatBytes(value * 1024 ** size)
  return {
    text: `${short(used)} / ${short(limit)}`,
    exact: `${formatExact(used)} / ${formatExact(limit)} ${unit}`,
  }
}
