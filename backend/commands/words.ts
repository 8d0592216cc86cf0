const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
const step = 1024

/** A count with its noun in the singular or plural. */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`

/** A size in bytes, in the largest unit that is at least one. */
export function sized(bytes: number): string {
  let unit = 0
  let left = bytes
  while (left >= step && unit < units.length - 1) {
    left /= step
    unit++
  }
  return `${unit === 0 ? left : left.toFixed(1)} ${units[unit]}`
}
