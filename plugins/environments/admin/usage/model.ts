import type { Usage } from '@crossdock/client'
import { formatExact, formatInteger, formatNumber } from '@crossdock/admin/kit'

export type EnvironmentUsage = Usage['environments'][number]
export type UsedMeter = EnvironmentUsage['meters'][number]
export type UsageDay = Usage['days'][number]

const sizes = ['KB', 'MB', 'GB', 'TB']

/** The usage of a limit, in short and exact form. */
export function figuresOf({ used, limit, unit }: UsedMeter) {
  const unitText = sizes.includes(unit) ? ` ${unit}` : ''
  return {
    text: `${short(used)} / ${short(limit)}${unitText}`,
    exact: `${formatExact(used)} / ${formatExact(limit)}${unitText}`,
  }
}

/** One decimal is enough for fractions. */
const short = (value: number) =>
  Number.isInteger(value) ? formatInteger(value) : formatNumber(Math.round(value * 10) / 10)
