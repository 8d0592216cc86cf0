const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A size as the console writes it, in steps of 1024: `1.4 MB`. */
export function sizeOf(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const size = bytes / 1024 ** power
  const maximumFractionDigits = power === 0 || size >= 100 ? 0 : 1
  return `${new Intl.NumberFormat(language, { maximumFractionDigits }).format(size)} ${units[power]}`
}

/** The day of a moment, in UTC as everywhere on pages whose reader's clock nobody knows. */
export const dayOf = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
