const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** A size as people read it: `1.4 MB`. */
export function sizeOf(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  // A few bytes are written out: "757 byte".
  if (power === 0) return `${bytes} B`
  const unit = units[power]!
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(bytes / 1000 ** power)
}

/** The day of a moment, in UTC as everywhere on pages whose reader's clock nobody knows. */
export const dayOf = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
