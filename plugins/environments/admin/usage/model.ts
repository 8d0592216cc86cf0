import type { Usage } from '@crossdock/client'
import { formatExact, formatInteger, formatNumber } from '@crossdock/admin/kit'

export type EnvironmentUsage = Usage['environments'][number]
export type UsedMeter = EnvironmentUsage['meters'][number]
export type UsageDay = Usage['days'][number]

const sizes = ['KB', 'MB', 'GB', 'TB']

/** How much of a limit is used, as short text and exactly. */
export function figuresOf({ used, limit, unit }: UsedMeter) {
  const unitText = sizes.includes(unit) ? ` ${unit}` : ''
  return {
    text: `${short(used)} / ${short(limit)}${unitText}`,
    exact: `${formatExact(used)} / ${formatExact(limit)}${unitText}`,
  }
}

/** Of a part of a gigabyte one decimal says enough. */
const short = (value: number) =>
  Number.isInteger(value) ? formatInteger(value) : formatNumber(Math.round(value * 10) / 10)
