const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A size as people read it: `1.4 MB`. */
export function sizeOf(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const unit = units[power]!
  const digits = { maximumFractionDigits: power > 0 ? 1 : 0 }
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, ...digits })
  return format.format(bytes / 1000 ** power)
}

/** The day of a moment, in UTC as everywhere on pages whose reader's clock nobody knows. */
export const dayOf = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
